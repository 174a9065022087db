// Plays Cups with the program of https://github.com/unhandyandy/StrategyGames, read from a copy of that repository.
//
// node strategygames.js FOLDER: each line of input is a position as JSON (cups from the left, pots, stocks, the side
// to move), each line of output the move of that program at its own depth, as "drop K" or "sow C". A line "new"
// forgets what it remembers of the game before, as its page does.
"use strict";

const fs = require("fs");
const path = require("path");
const readline = require("readline");
const vm = require("vm");

const folder = process.argv[2];
if (folder === undefined || !fs.existsSync(path.join(folder, "games/Cups/engine.js"))) {
  console.error("give the folder of a copy of StrategyGames, the one that holds games/Cups/engine.js");
  process.exit(2);
}

// What a browser has and the program touches while it loads: everything there may be read and called.
const anything = new Proxy(function () {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "" : anything),
  apply: () => anything,
  construct: () => anything,
  set: () => true,
});
Object.assign(globalThis, {
  getGameName: () => "Cups",
  localStorage: { hasOwnProperty: () => false, clear() {} },
  document: anything,
  window: anything,
  alert() {},
});
const files = ["mydefs.js", "strategygames03.js", "games/Cups/engine.js"];
const source = files.map((name) => fs.readFileSync(path.join(folder, name), "utf8")).join("\n;\n");
vm.runInThisContext(source, { filename: "StrategyGames" });

// It counts the cups from the pot; its players are "a" and "b".
function move(asked) {
  const position = vm.runInThisContext("cupsPos").clone();
  for (const [letter, name] of [["a", "south"], ["b", "north"]]) {
    position.cups[letter] = asked[name].cups.slice().reverse();
    position.pots[letter] = asked[name].pot;
    position.stacks[letter] = asked[name].stock;
  }
  position.plyr = asked.to_move === "south" ? "a" : "b";
  globalThis.cupsboardPosition = position;
  vm.runInThisContext("statusN = letToNum(cupsboardPosition.plyr); gameHistory = [[], []];");
  const moves = vm.runInThisContext("movesFromPos(cupsboardPosition, statusN)");
  const chosen =
    moves.length === 1
      ? moves[0]
      : vm.runInThisContext("nextMove(minimaxAB(cupsboardPosition, desiredDepth, statusN))");
  const short = vm.runInThisContext("buttToShort")(chosen, position.plyr);
  return short.length === 1 ? `sow ${position.cups.a.length + 1 - short[0]}` : `drop ${short[1]}`;
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "new") {
    vm.runInThisContext("clearAllCaches()");
    console.log("ready");
  } else {
    console.log(move(JSON.parse(line)));
  }
});
