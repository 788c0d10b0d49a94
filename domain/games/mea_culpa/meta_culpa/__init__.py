"""META CULPA: play step by step, with a register of sins against the procedure."""
