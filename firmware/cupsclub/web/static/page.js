// Which page around the games the address names.

const { pathname } = location;
import(pathname.startsWith("/t") ? "./tournaments.js" : pathname === "/club" ? "./club.js" : "./start.js");
