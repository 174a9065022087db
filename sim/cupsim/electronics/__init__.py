"""HX711 chips, pins and a computer's timing, simulated below the drivers."""
