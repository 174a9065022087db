"""What to cut and drill, in millimetres at full size: base board and deck as DXF and PDF."""
