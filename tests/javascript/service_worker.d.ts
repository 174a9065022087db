// What stands before the service worker in the file that is served (sim/cupsim/page/tab/folder.py).
declare const VERSION: string;
declare const FILES: string[];
