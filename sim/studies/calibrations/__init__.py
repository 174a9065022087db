"""Many boards calibrated unattended, sound and wrongly wired: what was named, and what was promised."""
