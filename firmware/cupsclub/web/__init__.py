"""The server's connections: the writer's thread, a socket for each client, what a browser may look at."""
