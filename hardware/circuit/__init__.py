"""What is joined with what on a board: header, buffers, nets, the rules they keep, wires and parts."""
