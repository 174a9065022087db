"""Calibrating cells: steps, measurements, the fit, its checks and its report."""
