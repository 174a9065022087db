"""The carrier as a printed circuit board: placed and routed from the netlist, drawn by KiCad."""
