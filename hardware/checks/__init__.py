"""Checks of the hardware's files by programs that are not ours: KiCad, ngspice, a slicer, file readers."""
