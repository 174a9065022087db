"""A simulated table, its people and its electronics under the unchanged firmware."""
