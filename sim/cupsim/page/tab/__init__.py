"""The simulated board in a browser tab: Python in WebAssembly, and the folder of files that brings it."""
