// What may be answered now, and what may be begun: for an owner; all others see how one becomes one.

import { Asked } from "../asked.js";
import { request } from "../carrier.js";
import { ClockChoice } from "../clock_choice.js";
import { LaidTable } from "../laid_table.js";
import { Odds } from "../odds.js";
import { rulesInput } from "../own_rules.js";
import { sign } from "../signs.js";
import { html } from "../svg.js";
import { ClubPanel } from "./club.js";
import { calibrations, Scope, zeros } from "./care.js";
import { Looks } from "./looks.js";
import { system } from "./system.js";

const MASSES = ["20 g", "50 g", "100 g", "200 g", "2 nickels", "5 nickels", "10 nickels", "4 one-euro", "none"];

export class Choices {
  #root; #answers; #asked; #words; #owner; #tiles; #state = null; #shown = ""; #answered = ""; #cared; #laid; #club;

  constructor({ root, answers, words, owner, tiles }) {
    this.#root = root; this.#answers = answers; this.#words = words; this.#owner = owner; this.#tiles = tiles;
    this.#asked = new Asked(answers);
    this.#laid = new LaidTable(words, { count: () => owner.order("begin", { activity: "lying" }), say: (said) => owner.order("play-from", said), play: (said) => owner.order("play-from", said), keep: (table) => request("/owner/puzzles", { method: "POST", body: table }) });
    this.#club = new ClubPanel(words, owner);
    owner.changed = tiles.changed = () => this.#state && this.show(this.#state);
  }

  show(state) {
    this.#state = state;
    const { activity, board } = state, owner = this.#owner;
    if (!activity || !board) return;
    // What somebody is just choosing is not drawn anew under their finger.
    const now = JSON.stringify([activity.name, activity.isOpen, activity.result, owner.isOwner, owner.number, owner.isAsking, board.places, activity.games, activity.game, state.settings, state.steps]);
    if (now !== this.#shown) { this.#shown = now; this.#draw(state); }
    this.#laid.show(activity.lying, board.places);
    this.#club.show(state);
    const answers = JSON.stringify([now, activity.refused, this.#tiles.chosen]);
    if (answers !== this.#answered) { this.#answered = answers; this.#drawAnswers(activity); }
  }

  #drawAnswers({ name, result, refused, takesPresses }) {
    const say = (key, values) => this.#words.say(`setup.${key}`, values), order = (key, body) => () => this.#owner.order(key, body);
    const button = (icon, text, onclick, kind = "") => html("button", { type: "button", class: kind, onclick }, sign(icon), text);
    const found = [];
    if (this.#owner.isOwner && name !== "game" && name !== "unusable") {
      const hasFailed = Boolean(result) && !result.isGood && name === "doctor";
      if (hasFailed) found.push(button("again", say("check-again"), order("begin", { activity: "doctor" }), "primary"));
      if (result) found.push(button("play", say("to-game"), order("go-on"), hasFailed ? "" : "primary"));
      else if (takesPresses) {
        found.push(button(refused ? "again" : "on", say(refused ? "again" : "go-on"), order("go-on"), "primary"));
        if (refused) found.push(button("pass", say("leave-out"), order("leave-out")));
      }
      if (name === "calibrate" && !result) {
        found.push(button("back", say("back"), order("back")));
        const place = this.#tiles.chosen;
        if (place) found.push(button("undo", say("again-at", { place: this.#words.place(place) }), () => { this.#tiles.choose(place); this.#owner.order("again", { place }); }));
      }
      if (!result) found.push(button("times", say("break-off"), order("begin", { activity: "game" })));
    }
    this.#answers.replaceChildren(...found);
    this.#asked.show(found.map((each) => each.textContent).join());
  }

  #draw(state) {
    const parts = state.activity.result ? [this.#result(state.activity)] : [];
    if (this.#owner.isOwner) parts.push(...this.#firstSteps(state), ...this.#activities(state), ...(state.board.cups ? [this.#club.element] : []), ...this.#care(), this.#owners());
    else parts.push(this.#offer(state));
    parts.push(this.#foot());
    this.#root.replaceChildren(...parts);
  }

  #card(title, text, ...inside) {
    return html("section", { class: "panel choice" }, html("h2", {}, title), html("p", {}, text), ...inside);
  }

  // How somebody at the board lets a browser ask; then the question, and the number that is to be pressed.
  #offer({ activity: { name, isOpen }, board }) {
    const say = (key, values) => this.#words.say(`setup.${key}`, values), { isAsking, number } = this.#owner;
    if (number) return this.#card(say("ownership"), say("press-number"), html("p", { class: "number" }, number.join(" – ")), html("p", {}, say("pressed-so")));
    if (isOpen) return this.#card(say("ownership"), say("may-ask"), html("button", { type: "button", class: "primary", disabled: isAsking, onclick: () => this.#owner.ask() }, sign("person"), say("become")));
    const how = name === "unusable" ? "open-unusable" : name !== "game" ? "open-later" : board.seats.length ? "open-round" : "open-game";
    return this.#card(say("ownership"), say("offer", { how: say(how) }));
  }

  // What a new board still needs, in order; the first of it is begun from here.
  #firstSteps({ steps = [], activity }) {
    const next = steps.findIndex(([, isDone]) => !isDone);
    if (next < 0 || !["game", "unusable"].includes(activity.name)) return [];
    const say = (key) => this.#words.say(`setup.${key}`), key = (name) => (name === "cups-weigh" ? "cups" : name);
    const go = (name) => (name === "profile" ? document.getElementById("profile").scrollIntoView() : this.#owner.order("begin", { activity: name }));
    const begin = (name) => html("button", { type: "button", class: "primary", onclick: () => go(name) }, sign("on"), say("begin"));
    const item = ([name, isDone], index) => html("li", { "data-done": isDone ? "yes" : "no" }, sign(isDone ? "check" : index === next ? "on" : "more"), html("b", {}, say(key(name))), html("p", {}, say(`${key(name)}-text`)), ...(index === next ? [begin(name)] : []));
    return [html("section", { class: "panel choice", id: "first-steps" }, html("h2", {}, say("first-steps")), html("ol", {}, ...steps.map(item)))];
  }

  #activities({ board, activity: { isCalibrated = true, lacksProfile } }) {
    if (lacksProfile) return [this.#profile()];
    const say = (key) => this.#words.say(`setup.${key}`);
    const begin = (activity, options = {}) => this.#owner.order("begin", { activity, options });
    const form = (submit, label, ...fields) => html("form", { onsubmit: (event) => { event.preventDefault(); submit(new FormData(event.target)); } }, ...fields, html("button", { type: "submit" }, sign("on"), label));
    const mass = html("select", { name: "reference" }, ...[...MASSES, ""].map((each) => html("option", { value: each, selected: each === "100 g" }, { none: say("no-mass"), "": say("other-mass") }[each] ?? each)));
    const grams = html("input", { type: "number", name: "grams", min: 0.1, max: 10000, step: "any", inputmode: "decimal" }), otherMass = html("label", { hidden: true }, say("grams"), grams);
    mass.onchange = () => { otherMass.hidden = mass.value !== ""; grams.required = !otherMass.hidden; };
    const choices = [[{}, say("whole")]];
    if (isCalibrated && board.cups) choices.push([{ beans: "new" }, say("new-beans")], [{ beans: "more" }, say("more-beans")]);
    if (isCalibrated) choices.push(...board.places.map((place) => [{ place }, this.#words.place(place)]));
    const what = html("select", { name: "what" }, ...choices.map(([options, name]) => html("option", { value: JSON.stringify(options) }, name)));
    const cards = [
      this.#card(say("doctor"), say("doctor-text"), form(() => begin("doctor"), say("begin"))),
      this.#card(say("lights"), say("lights-text"), form(() => begin("lights"), say("begin"))),
      this.#card(say("calibrate"), say("calibrate-text"), form((data) => begin("calibrate", { reference: data.get("reference") || `${Number(data.get("grams"))} g`, ...JSON.parse(data.get("what")), ...(data.get("anew") ? { anew: "yes" } : {}) }), say("begin"),
        html("label", {}, say("what"), what), html("label", {}, say("mass"), mass), otherMass, html("label", {}, html("input", { type: "checkbox", name: "anew" }), say("anew")))),
    ];
    cards.push(...this.#settings());
    if (this.#state.settings?.hasOwnFiles) cards.push(this.#profile());
    if (isCalibrated) cards.push(this.#card(say("prove"), say("prove-text"), form(() => begin("prove"), say("begin"))));
    const cell = html("select", { name: "place" }, ...board.places.map((place) => html("option", { value: place }, this.#words.place(place))));
    cards.push(this.#card(say("one-cell"), say("one-cell-text"), form((data) => begin("scope", { place: data.get("place") }), say("begin"), html("label", {}, say("what"), cell))));
    if (isCalibrated && board.cups) cards.push(html("section", { class: "panel choice fields" }, html("h2", {}, this.#words.say("laid-table.title")), ...this.#laid.elements));
    if (!board.cups) return [...cards, this.#card(say("cups"), say("cups-text"), form(() => begin("cups-weigh"), say("begin")))];
    const each = html("select", { name: "each" }, ...[3, 5, 10].map((count) => html("option", { value: count, selected: count === 5 }, this.#words.beans(count))));
    return [...cards,
      this.#card(say("beans-check"), say("beans-check-text"), form((data) => begin("beans-check", { each: data.get("each") }), say("begin"), html("label", {}, say("each"), each))),
      this.#card(say("beans-sort"), say("beans-sort-text"), form(() => begin("beans-sort"), say("begin"))),
      this.#card(say("kinds"), say("kinds-text"), form((data) => begin("kinds-weigh", { kind: data.get("kind") }), say("begin"), html("label", {}, say("kind"), html("input", { type: "text", name: "kind", required: true, autocapitalize: "none" })))),
    ];
  }

  // What holds for every evening, and another game where one is played.
  #settings() {
    const say = (key, values) => this.#words.say(`setup.${key}`, values), { settings = {}, activity, board } = this.#state;
    const select = (name, value, options) => html("select", { name }, ...options.map(([each, text]) => html("option", { value: each, selected: each === value }, text)));
    const label = (key, field) => html("label", {}, say(key), field);
    const form = (submit, key, ...fields) => html("form", { onsubmit: (event) => { event.preventDefault(); submit(new FormData(event.target)); } }, ...fields, html("button", { type: "submit" }, sign("check"), say(key)));
    const cards = [];
    if (activity.games) {
      const games = Object.entries(activity.games).map(([name, said]) => [name, this.#words.phrases(said)]);
      const which = select("game", activity.game, [...games, ["", this.#words.say("own-rules.own")]]), file = rulesInput({ name: "rules" });
      const own = html("label", { hidden: true }, this.#words.say("own-rules.file"), file);
      const odds = new Odds(this.#words, "new"), clock = new ClockChoice(this.#words, "new");
      which.onchange = () => { own.hidden = which.value !== ""; file.required = !own.hidden; odds.isOffered = activity.withOdds.includes(which.value); };
      odds.isOffered = activity.withOdds.includes(which.value);
      cards.push(this.#card(say("game"), say("game-text"), form(() => this.#owner.newGame(odds.said ? `${which.value} odds ${odds.said}` : which.value, own.hidden ? null : file.files[0], clock.said), "new-game", label("which", which), own, ...odds.elements, ...clock.elements)));
    }
    const levels = [["", say("nobody")], ...["1", "2", "3", "4", "5", "6", "7", "8", "perfect"].map((level) => [level, say("level", { level })])];
    const sides = ["south", "north"].map((side) => [side, this.#words.say(`sides.${side}`)]);
    const shares = [["", say("of-profile")], ...[0.1, 0.25, 0.5, 0.75, 1].map((share) => [String(share), `${100 * share} %`])];
    const name = (side) => html("input", { type: "text", name: side, value: settings[side] ?? "", maxlength: 20 });
    const server = html("input", { type: "url", name: "server", value: settings.server ?? "", maxlength: 200, placeholder: say("own-server") });
    const tab = html("input", { type: "url", name: "tab", value: settings.tab ?? "", maxlength: 300, placeholder: say("own-page") });
    const voices = [["", say("no-voice")], ...this.#words.languages.map((code) => [code, new Intl.DisplayNames([this.#words.language], { type: "language" }).of(code) ?? code])];
    const volumes = [0.25, 0.5, 0.75, 1, 1.5, 2].map((share) => [String(share), `${100 * share} %`]);
    const given = (data) => ({ sound: data.get("sound"), voice: data.get("voice"), volume: Number(data.get("volume")), mqtt: data.get("mqtt").trim(), brightness: data.get("brightness") ? Number(data.get("brightness")) : null, ...(board.cups ? { computer: data.get("computer"), computer_side: data.get("computer_side"), tutor: data.get("tutor"), south: data.get("south").trim(), north: data.get("north").trim(), server: data.get("server").trim().replace(/\/+$/, ""), tab: data.get("tab").trim() } : {}) });
    const mqtt = html("input", { type: "text", name: "mqtt", value: settings.mqtt ?? "", maxlength: 220, placeholder: say("nobody") });
    cards.push(this.#card(say("settings"), say("settings-text"), form((data) => this.#owner.order("set", given(data)), "keep",
      ...(board.cups ? [label("computer", select("computer", settings.computer ?? "", levels)), label("side", select("computer_side", settings.computer_side ?? "north", sides)),
        html("label", {}, this.#words.say("tutor.title"), select("tutor", settings.tutor ?? "off", ["off", "gentle", "strict"].map((each) => [each, this.#words.say(`tutor.${each}`)])))] : []),
      label("brightness", select("brightness", String(settings.brightness ?? ""), shares)),
      label("sound", select("sound", settings.sound ?? "all", ["none", "some", "all"].map((each) => [each, say(`sounds.${each}`)]))),
      label("voice", select("voice", settings.voice ?? "", voices)), label("volume", select("volume", String(settings.volume ?? 1), volumes)),
      ...(board.cups ? [label("south-is", name("south")), label("north-is", name("north")), label("server", server), label("tab", tab)] : []), label("mqtt", mqtt))));
    return cards;
  }

  #result({ result }) {
    const say = (key) => this.#words.say(`setup.${key}`);
    const report = result.hasReport ? html("a", { href: "/owner/report", download: "" }, sign("save"), say("report")) : "";
    return html("section", { class: "panel choice result" }, html("h2", {}, say(result.isGood ? "came-good" : "came-look")), this.#lines(result), report);
  }

  // What came of it in sentences, where they can be said in this language; else as the board wrote it.
  #lines(result) {
    const { said = [], lines } = result;
    if (said.length) return html("ul", { class: "lines" }, ...said.map((message) => html("li", {}, this.#words.message(message))));
    return this.#verdicts(result) ?? html("pre", {}, (lines[this.#words.language] ?? lines.en).join("\n"));
  }

  // Each place with its verdict, what is to be looked at first; undefined where there are none.
  #verdicts({ verdicts }) {
    const found = Object.entries(verdicts).sort(([, one], [, other]) => one.isGood - other.isGood);
    if (!found.length) return undefined;
    return html("ul", { class: "verdicts" }, ...found.map(([name, { isGood, said }]) => html("li", { "data-good": isGood ? "yes" : "no" },
      sign(isGood ? "check" : "warning"), html("b", {}, this.#words.find(`setup.parts.${name}`) ?? this.#words.place(name)), " ", html("span", {}, this.#words.phrases(said)))));
  }

  #owners() {
    const say = (key, values) => this.#words.say(`setup.${key}`, values), list = html("ul");
    this.#owner.list().then((owners) => list.replaceChildren(...owners.map(({ number, name, isYou }) => html("li", {}, isYou ? say("this-browser", { name }) : name,
      html("button", { type: "button", onclick: () => this.#owner.revoke(number) }, sign("times"), say("revoke"))))));
    const files = html("a", { href: "/owner/backup.zip", download: "cups-backup.zip" }, sign("save"), say("backup"));
    const panel = this.#card(say("owners"), say("owners-text"), list, html("p", {}, files));
    if (this.#state.settings?.hasOwnFiles) panel.append(this.#restore());
    panel.classList.add("owners");
    return panel;
  }

  // Drawn once: what somebody has opened stays open while the cards around it change.
  #care() { return (this.#cared ??= [calibrations(this.#words, this.#owner), new Scope(this.#words).panel(), new Looks(this.#words).panel(), zeros(this.#words), system(this.#words, this.#owner)]); }

  // A backup is sent as it is; the board checks it as a whole, and begins anew with it.
  #restore() {
    const say = (key, values) => this.#words.say(`setup.${key}`, values), said = html("p", { role: "status" });
    const file = html("input", { type: "file", name: "file", accept: ".zip", required: true });
    return html("form", { onsubmit: async (event) => { event.preventDefault(); said.textContent = say("restoring"); said.textContent = await this.#owner.restore(file.files[0]); } },
      html("label", {}, say("restore-text"), file), html("button", { type: "submit" }, sign("put-back"), say("restore")), said);
  }

  // Which lines a board of this size takes is shown before its profile is written.
  #profile() {
    const say = (key, values) => this.#words.say(`setup.${key}`, values), { board } = this.#state;
    const select = (name, value, options) => html("select", { name }, ...options.map(([each, text]) => html("option", { value: each, selected: each === value }, text)));
    const label = (key, field) => html("label", {}, say(key), field);
    const sizes = [...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((cups) => [String(cups), say("cups-a-side", { cups })]), ...[2, 3, 4, 5, 6].map((count) => [`players ${count}`, say("players-round", { count })])];
    const answers = (form) => { const { cups, ...given } = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form))); return { cups, ...(cups.startsWith("players") ? { ...given, conversions: "" } : given) }; };
    const form = html("form", { onsubmit: (event) => { event.preventDefault(); this.#owner.order("profile", answers(form)); } },
      label("size", select("cups", board.cups ? String(board.cups) : "players 2", sizes)),
      label("rate-of-cells", select("conversions", "10", [["10", "10"], ["80", "80"]])),
      label("buzzer", select("a buzzer", "yes", [["yes", say("there-is")], ["no", say("there-is-none")]])),
      html("button", { type: "button", onclick: () => window.open(`/owner/profile.toml?${new URLSearchParams(answers(form))}`, "_blank", "noopener") }, say("see-lines")),
      html("button", { type: "submit" }, sign("check"), say("write-profile")));
    const card = this.#card(say("profile"), say("profile-text"), form);
    card.id = "profile";
    return card;
  }

  #foot() {
    const say = (key) => this.#words.say(`setup.${key}`);
    const awake = navigator.wakeLock ? "" : html("p", {}, say("may-sleep"));
    return html("section", { class: "panel choice" }, html("a", { href: "/" }, sign("back"), say("to-board")), awake);
  }
}
