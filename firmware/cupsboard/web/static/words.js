// The languages: a file of all words each, which the board reads, too; what a language lacks is said in English.

import { playInWords } from "./coin_duel/notation.js";
import { memory } from "./memory.js";

const CHOSEN = "cups-language";

// What a phrase calls the two sides by, whoever sits there.
const NAMED = { southName: "south", northName: "north" };

// The players round a table without sides, in order.
const SEATS = ["one", "two", "three", "four", "five", "six"];

// Of a game whose players have no names.
export const NOBODY = {};

export class Words {
  #tables = [];
  #folders = [];
  #read = {}; // the promise of each file, which is fetched once

  // Other words for a phrase than a language's own, such as what a player is called; undefined where there are none.
  /** @type {(key: string, values: Record<string, any>) => string | undefined} */
  phrase = () => undefined;

  constructor(languages) {
    this.languages = languages;
    const wanted = [memory.get(CHOSEN), ...navigator.languages.map((each) => each.split("-")[0]), "en"];
    this.language = wanted.find((each) => languages.includes(each)) ?? "en";
  }

  // Words from a folder: "" for the board's own, or that of a module.
  async add(folder) {
    this.#folders.push(folder);
    await this.#load();
  }

  // From the next visit on.
  choose(language) { memory.set(CHOSEN, language); }

  async #load() {
    const order = this.language === "en" ? ["en"] : [this.language, "en"];
    const files = order.flatMap((language) => this.#folders.map((folder) => new URL(`.${folder}/words/${language}.json`, import.meta.url).href));
    this.#tables = await Promise.all(files.map((file) => (this.#read[file] ??= fetch(file).then((answer) => answer.json()))));
    document.documentElement.lang = this.language;
  }

  // The words of a key such as "signs.LOOK", with {names} filled in; undefined if no language has them.
  find(key, values = {}) {
    for (const table of this.#tables) {
      let found = table;
      for (const part of key.split(".")) found = found?.[part];
      if (typeof found === "string") return found.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? (name in NAMED ? this.side(NAMED[name]) : ""));
    }
    return undefined;
  }

  // What a program says in English, by the patterns that a language has for that.
  translated(text) {
    for (const patterns of this.#tables.flatMap(({ refusals = {}, faults = {} }) => [refusals, faults])) {
      for (const [pattern, said] of Object.entries(patterns)) text = text.replace(new RegExp(`^${pattern}$`), said);
    }
    return text;
  }

  // What a board refuses, in the reader's language: a message, or a line of its own.
  refusal(text) { return text.startsWith("{") ? this.message(JSON.parse(text)) : this.translated(text.trim()); }

  say(key, values) { return this.find(key, values) ?? key; }

  // What the two players are called, where an owner has set that: another object whenever that is new.
  names = NOBODY;

  side(side, names = this.names) {
    const seat = SEATS.indexOf(side) + 1;
    return names[side] || (seat ? this.say("king.player", { number: seat }) : this.say(`sides.${side}`));
  }

  place(place, names = this.names) {
    if (place === "off-board") return this.say("places.off-board");
    const [side, kind] = place.split("-");
    if (side === "spot") return this.say("king.spot", { number: kind });
    if (kind === "tray") return this.say("king.tray-of", { player: this.side(side, names) });
    const known = kind === "pot" || kind === "stock" ? kind : "cup";
    return this.say(`places.${known}`, { side: this.side(side, names), number: kind });
  }

  // Whether the game that is shown is played with pieces of several kinds, such as coins, and not with beans.
  isOfKinds = false;

  // A game by its name in a record, "Cups 2 × 4", whose players had these names.
  game(name, names = this.names) {
    const [family, cups] = name.split(" "), quoted = /\{title = ("(?:[^"\\]|\\.)*")/.exec(name)?.[1], own = quoted && JSON.parse(quoted);
    if (family === "king-of-the-cups") return `${this.say("king.title")} (${cups})`; // for so many players
    const title = own ?? family.replace(/(^|-)(.)/g, (_, gap, letter) => `${gap && " "}${letter.toUpperCase()}`);
    const game = `${this.find(`${family}.name`) ?? (title || "Cups")}${cups ? ` 2 × ${cups}` : ""}`, odds = / odds (south|north) (\d+)( pot)?$/.exec(name);
    if (!odds) return game;
    const [, side, beans, inPot] = odds;
    return this.say(`sentences.games.odds${inPot ? "-in-pot" : ""}`, { game, side: this.side(side, names), beans: this.beans(Number(beans)), place: this.place(`${side === "south" ? "north" : "south"}-pot`, names) });
  }

  // Why a game can't be played at a distance.
  notFar(name) { return this.say("sentences.refused.not-far", { game: this.game(name) }); }

  // A measured number with just so many decimals, as the language writes them.
  decimal(value, digits) { return value.toLocaleString(this.language, { minimumFractionDigits: digits, maximumFractionDigits: digits }); }

  // So many of what is played with, to a tenth where it is an estimate.
  beans(count) { return this.#counted(this.isOfKinds ? "pieces" : "beans", count); }

  // What a move gains or loses: beans, or points where pieces count differently.
  gained(count) { return this.#counted(this.isOfKinds ? "points" : "beans", count); }

  // A count with its noun, in the singular or the plural; undefined for what has no such words.
  #counted(noun, count) {
    const said = (count ?? "").toLocaleString(this.language, { maximumFractionDigits: 1 });
    return this.find(`counted.${noun}.${this.#form(said)}`, { count: said });
  }

  // The form that a noun takes after a number as it is written, by the patterns of the language.
  #form(said) {
    const { "number-forms": forms } = this.#tables.find((table) => table["number-forms"]);
    return Object.entries(forms).find(([, pattern]) => new RegExp(`^(${pattern})$`).test(said))?.[0] ?? "many";
  }

  // The unit of a score.
  points(score) { return this.say(`score.${this.#form(String(score))}`); }

  // What is so, with what that is about before it.
  labelled(name, what) { return this.say("labelled", { name, what }); }

  // A phrase that has another form where points are won, and not beans.
  sayOfGains(key, values) { return this.say(this.isOfKinds ? `${key}-points` : key, values); }

  // A kind of piece; one from a maker's own set is called as there.
  // The name of a kind of pieces, or of a cup that is one.
  kind(kind) { return this.find(`pieces.kinds.${kind}`) ?? this.#cupOf(...kind.split("-")) ?? kind; }

  #cupOf(colour, shape) {
    const named = { colour: this.find(`king.colours.${colour}`), shape: this.find(`king.shapes.${shape}`) };
    return named.colour && named.shape ? this.say("king.symbol", named) : undefined;
  }

  // What lies somewhere, by kind.
  pieces(pieces) {
    const said = Object.entries(pieces).map(([kind, count]) => this.say("pieces.some", { count, kind: this.kind(kind) }));
    return said.join(", ") || this.say("pieces.none");
  }

  // A move in the game's notation: "drop 3", "sow 2", "pass", "stock 4", "table south-3 -1, north-pot +2".
  move(notation) {
    const [verb, count] = notation.split(" ");
    if (notation === "table") return this.say("moves.table-as-is");
    if (verb === "table") return this.say("moves.table", { changes: this.#changes(notation.slice(verb.length + 1)) });
    if (verb === "call") return this.find(`moves.call-${count}`) ?? notation;
    return playInWords(notation, this) ?? this.find(`moves.${verb}`, { count }) ?? notation;
  }

  // A move that somebody should make, or should not.
  advised(notation) {
    const [verb, count] = notation.split(" ");
    return this.find(`advised.${verb}`, { count }) ?? this.move(notation);
  }

  #changes(notation) {
    return notation.split(", ").map((change) => {
      const [place, by] = change.split(" ");
      return `${this.place(place)} ${by.replace("-", "−")}`;
    }).join(", ");
  }

  // What the board says; the message brings it in English, too, for a page that is older than the board.
  message(message) { return message ? this.#sentence(message) ?? message.text : ""; }

  // Phrases in one line.
  phrases(messages) { return messages.map((each) => this.message(each)).join(", "); }

  // Undefined where this language lacks it, or a phrase in it.
  #sentence({ key, values = {} }) {
    const own = key === "report.line" ? this.translated(/** @type {{text: string}} */ (values).text) : this.phrase(key, values);
    if (own !== undefined) return own;
    const named = {};
    for (const [name, value] of Object.entries(values)) {
      named[name] = this.#value(name, value);
      if (named[name] === undefined) return undefined;
    }
    return this.find(`sentences.${key}`, named);
  }

  #value(name, value) {
    if (Array.isArray(value)) {
      const said = value.map((each) => this.#sentence(each));
      return said.includes(undefined) ? undefined : said.join(", ");
    }
    if (name === "beans") return this.beans(value);
    if (typeof value === "number") return this.#counted(name, value) ?? String(value);
    if (name === "move" || name === "reply") return this.move(value);
    if (name === "advised") return this.advised(value);
    if (name === "kind") return this.kind(value);
    if (name === "player") return value; // somebody may be called like a place
    if (name === "seat") return this.say(`sides.${value}`);
    if (/^deeds\./.test(value)) return this.say(`sentences.${value}`);
    if (value === "south" || value === "north") return this.side(value);
    if (/^[-+−]?\d+\.\d+$/.test(value)) return value.replace(".", this.say("decimal-mark"));
    return /^(south|north|spot)-|-tray$/.test(value) ? this.place(value) : String(value);
  }
}
