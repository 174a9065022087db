// What the hand does: taps and drags become orders for the simulated table.
// Pointers are faster than hands, so it keeps what the hand will hold once all it was asked for is done.
// The tool is a person's choice, and nothing else changes it; what the hand holds is the table's word; `meant` decides by both.

export const TOOLS = ["bean", "handful", "cup"];

export class Acting {
  tool = "bean";
  side = "south";
  held = { beans: 0, cups: [], kinds: {} };
  kind = null; // the kind that fingers look for, where there are several
  #page; #state = null; #took = null; #chosen = null; #turn = null; #aimed = {}; #pressed = new Set(); #picked = null; #told = []; #from = null; #isForHand = false;

  constructor(page) {
    this.#page = page;
    page.seats.whenChanged(() => this.#refresh());
    page.connection.listen({ changed: () => this.#refresh(), heard: ({ taken }) => { if (taken) page.store.again(); } });
  }

  // What the hand will hold is only a guess; who sits down or comes back begins with what it truly holds.
  #refresh() { if (this.#state) this.show(this.#state); }

  // Tells a view whenever the tool, the side or what is held may be another.
  whenChanged(told) { this.#told.push(told); }
  #changed() { for (const told of this.#told) told(this); }

  get table() { return this.#state?.table; }
  // The sides this page moves the hands of.
  get own() { return this.#page.seats.own; }
  get canAct() { return this.own.includes(this.side) && this.#page.connection.isOpen && this.#page.store.live?.evening?.power !== "set-up" && !this.#page.store.isLookingBack; }
  // Before the board has met this page nothing moves: whether that is so, which whoever tries to is told.
  isTooEarly() {
    const { seats, notice, words } = this.#page;
    if (seats.isKnown) return false;
    notice.say(words.say("hand.not-yet"));
    return true;
  }
  get isPressing() { return this.#pressed.size > 0; }
  // The side whose simulated player has thought for long.
  get thinking() { return Object.keys(this.#state?.thinking ?? {})[0]; }
  get stock() { return `${this.side}-stock`; }

  show(state) {
    this.#state = state;
    const before = this.side;
    if (state.game?.turn !== this.#turn) {
      this.#turn = state.game?.turn;
      this.#chosen = null;
    }
    const { own } = this;
    const wanted = this.#chosen ?? this.#turn;
    const isFree = this.held.beans === 0 && this.held.cups.length === 0;
    if (!own.includes(this.side) || (isFree && own.includes(wanted))) {
      this.side = own.includes(wanted) ? wanted : (own[0] ?? this.side);
    }
    const hands = this.#hands();
    const isBusy = hands.some((hand) => hand.busy) || this.#page.connection.isAwaited;
    if (!isBusy || this.side !== before) {
      this.held = {
        beans: hands.reduce((sum, hand) => sum + hand.beans.length, 0),
        kinds: this.#counted(hands.flatMap((hand) => hand.beans)),
        cups: hands.filter((hand) => hand.cup).map((hand) => hand.cup.from),
      };
      if (this.held.beans === 0) this.#took = null;
      this.#aimed = {};
    }
    this.#changed();
  }

  #hands() {
    const hands = this.#state?.table?.hands ?? {};
    return [hands[this.side], hands[`${this.side}-left`]].filter(Boolean);
  }

  #counted(numbers) {
    const counts = {};
    for (const number of numbers) counts[this.table.kinds?.[number]] = (counts[this.table.kinds?.[number]] ?? 0) + 1;
    return this.kinds.length ? counts : {};
  }

  get kinds() { return this.table?.kinds ? (this.#state.board.kinds ?? []).map(({ kind }) => kind) : []; }

  chooseKind(kind) { if (this.kinds.includes(kind)) { this.kind = kind; this.#changed(); } }

  // A kind picked by its button is the next that is taken up, whatever the hand touches for it.
  pickKind(kind) { this.#picked = kind; this.chooseKind(kind); }
  isPickedIn(place) { return this.kind === this.#picked && this.#kindToTake(place) === this.#picked; }

  // The next kind after the one that is chosen: a hand that holds some may want one of another.
  turnKinds() { this.pickKind(this.kinds[(this.kinds.indexOf(this.kind ?? this.kinds[0]) + 1) % this.kinds.length]); }

  // What falls next: of the chosen kind, or of the first that the hand holds.
  get kindToDrop() { return this.held.kinds[this.kind] ? this.kind : this.kinds.find((kind) => this.held.kinds[kind]); }

  #kindToTake(place) {
    const lying = this.#counted(this.table?.beans[place] ?? []);
    return lying[this.kind] ? this.kind : this.kinds.find((kind) => lying[kind]);
  }

  // Whether a touch of a place takes something up there.
  takesFrom(place) { return !this.held.beans || (this.#took === place && this.countAt(place) > 0); }

  // Whether all that lies there goes at once: a capture that the board offers.
  isOfferedWhole(place) { return /_CAPTURE$/.test(this.#state?.signs?.[place]?.meaning ?? ""); }

  // A tool that is chosen with beans in the hand is for these too.
  useTool(tool) {
    this.tool = tool;
    this.#isForHand = this.held.beans > 0;
    this.#changed();
  }

  // What beans were in the hand when the tool was chosen says nothing of those that come into an empty one.
  #fill(count) {
    if (!this.held.beans) this.#isForHand = false;
    this.held.beans += count;
  }

  // Whether the next press puts down all that the hand holds.
  get putsAll() { return this.held.beans > 1 && this.#isForHand && this.tool === "handful"; }

  // Where the beans of the hand go to be out of the way: the stock, or in a game without one where they lay.
  get backTo() { return this.hasStock ? this.stock : this.#from; }
  get hasStock() { return this.#state?.game?.stock[this.side] !== undefined; }
  back() { if (this.backTo) this.drop(this.backTo, this.held.beans); }

  switchHand() {
    if (this.own.length < 2) return;
    this.#chosen = this.side = this.side === "south" ? "north" : "south";
    this.#isForHand = false;
    this.#refresh();
  }

  // What a press on a place does, as `deed` and `count`. Keys that are held with it count more than the tool. Beans in the
  // hand go down one by one, unless the tool was chosen with them in it; of a stock one is taken, unless a key says all.
  meant(place, { all = false, cup = false } = {}, isDrag = false) {
    const { beans, cups } = this.held, lying = this.comingAt(place);
    const tool = cup ? "cup" : all ? "handful" : beans > 0 && !this.#isForHand ? "bean" : this.tool;
    if (tool === "lean") return { deed: "lean" };
    if (cups.length && this.isGone(place) && !isDrag) return { deed: "put back" };
    if (tool === "cup" && cups.length && !isDrag) return { deed: "pour" };
    if (tool === "cup") return { deed: isVessel(place) && !(isDrag && this.isGone(place)) ? "lift" : "nothing" };
    if (beans > 0 && (isDrag || !this.takesFrom(place))) return { deed: "drop", count: tool === "handful" ? beans : 1 };
    if (!lying && (isDrag || place === "off-board")) return { deed: "nothing" };
    const isWhole = all || (tool === "handful" && !place.endsWith("-stock")) || (isDrag && this.isOfferedWhole(place));
    return { deed: "take", count: isWhole ? lying : 1 };
  }

  // Does what a tap means; `drop` may put down in a way of its own.
  tap(place, keys, drop = (at, count) => this.drop(at, count)) {
    if (this.isTooEarly() || !this.canAct) return;
    const { deed, count } = this.meant(place, keys);
    if (deed === "lean") this.lean(place);
    else if (deed === "put back") this.putBack(place);
    else if (deed === "pour") this.pour(place);
    else if (deed === "lift") this.lift(place);
    else if (deed === "drop") drop(place, count);
    else if (deed === "take") this.take(place, count);
  }

  // Whether the platform is bare, or will be by the time the hand gets there.
  isGone(place) { return Boolean(this.table?.gone[place]) || this.held.cups.includes(place); }

  countAt(place) { return this.table?.beans[place]?.length ?? 0; }

  // What will lie there once all has fallen that this hand was asked to drop.
  comingAt(place) { return Math.max(this.countAt(place), this.#aimed[place]?.until ?? 0); }

  // The kinds of what is still on its way there.
  #fallingInto(place) {
    const falling = this.comingAt(place) - this.countAt(place);
    return falling ? this.#aimed[place].kinds.slice(-falling) : [];
  }

  take(place, count = 1) {
    this.#took = this.#from = place;
    const kind = count <= 1 ? this.#kindToTake(place) : undefined;
    this.#picked = null;
    this.#do({ do: "take", place, count: Math.max(1, count), ...(kind && { kind }) });
    this.#fill(Math.min(Math.max(1, count), this.comingAt(place)));
    const taken = kind ? { [kind]: 1 } : this.#counted((this.table?.beans[place] ?? []).slice(0, count));
    for (const [each, more] of Object.entries(taken)) this.held.kinds[each] = (this.held.kinds[each] ?? 0) + more;
    if (count > this.countAt(place)) for (const each of this.#fallingInto(place)) if (each) this.held.kinds[each] = (this.held.kinds[each] ?? 0) + 1;
    delete this.#aimed[place];
    this.#changed();
  }

  drop(place, count = 1) {
    if (count < 1) return;
    this.#took = null;
    const kind = count < this.held.beans || this.held.beans === 1 ? this.kindToDrop : undefined;
    this.held.beans = Math.max(0, this.held.beans - count);
    if (kind) this.held.kinds[kind] -= Math.min(count, this.held.kinds[kind]);
    else this.held.kinds = {};
    this.#aimed[place] = { until: this.comingAt(place) + count, kinds: [...(this.#aimed[place]?.kinds ?? []), ...Array(count).fill(kind)] };
    this.#do({ do: "drop", place, count, ...(kind && { kind }) });
    this.#changed();
  }

  // A coin that somebody has laid into a place.
  takeCoin(place) { if (this.canAct) this.#page.connection.send({ do: "coin", place, lies: false }); }

  // A bean from the stock, in a game that has one.
  fetch() { if (this.hasStock) this.take(this.stock); }

  // A bean into a place; an empty hand fetches one first.
  bring(place) {
    if (this.held.beans < 1) this.fetch();
    if (this.held.beans) this.drop(place);
  }

  lift(place) {
    this.held.cups = [...this.held.cups, place];
    this.#do({ do: "lift", place });
    this.#changed();
  }

  pour(place, cup = this.held.cups.at(-1)) { if (cup) this.#do({ do: "pour", cup, place }); }
  tipOut(cup = this.held.cups.at(-1)) {
    if (!cup) return;
    this.#do({ do: "tip out", cup });
    const lifted = this.#hands().find((hand) => hand.cup?.from === cup)?.cup.beans;
    this.#fill(lifted?.length ?? this.comingAt(cup));
    for (const [kind, count] of Object.entries(this.#counted(lifted ?? this.table?.beans[cup] ?? []))) this.held.kinds[kind] = (this.held.kinds[kind] ?? 0) + count;
    this.#changed();
  }

  putBack(place, cup = this.held.cups.includes(place) ? place : this.held.cups.at(-1)) {
    if (!cup) return;
    this.held.cups = this.held.cups.filter((each) => each !== cup);
    this.#do({ do: "put back", cup, place });
    this.#changed();
  }

  lean(place) { if (isVessel(place)) this.#do({ do: "lean", place }); }
  bump() { this.#do({ do: "bump" }); }

  // Another person's button is theirs to press.
  press(sides, down, slipped = false) {
    if (this.isTooEarly()) return;
    for (const side of sides) this.#pressed[down ? "add" : "delete"](side);
    const pressed = sides.filter((side) => this.#page.seats.mayPress(side));
    if (pressed.length < sides.length && down) this.#page.notice.say(this.#saidOfOthers(sides));
    if (pressed.length && !this.#page.store.isLookingBack) this.#page.connection.send({ do: "button", sides: pressed, down, slipped });
    if (!this.isPressing) this.#page.board.refit();
  }

  // Why a button is not this page's to press.
  #saidOfOthers(sides) {
    const { seats, words } = this.#page;
    if (!seats.isSeated) return words.say("seats.refused.only-players");
    const [side] = sides;
    return sides.length > 1 ? words.say("seats.press-together") : words.say("seats.refused.not-your-button", { side: words.side(side) });
  }

  // The simulated player who thinks may make up their mind.
  hurry() {
    const side = this.thinking;
    if (side && this.#page.seats.isSeated && !this.#page.store.isLookingBack) this.#page.connection.send({ do: "move now", side });
  }

  // Undo and redo take both buttons.
  go(way) {
    const { seats, notice, words, connection, store } = this.#page;
    if (!seats.isSeated || store.isLookingBack) return;
    if (["south", "north"].every((side) => seats.mayPress(side))) connection.send({ do: way });
    else notice.say(words.say("seats.press-together"));
  }

  #do(order) {
    if (!this.canAct) return;
    this.#page.connection.send({ ...order, side: this.side });
  }
}

export const isVessel = (place) => place !== "off-board" && !place.endsWith("stock");
