// Play with a friend: a person's click opens this computer to the network, and leads to the page of shared games there.

import { sign } from "/signs.js";
import { html, setText } from "/svg.js";

export function join({ words, side, store }) {
  const say = (key, values) => words.say(`friend.${key}`, values);
  const said = html("p", { role: "status" }), text = html("p", {});
  const button = (id, drawn, onclick) => html("button", { type: "button", id: `friend-${id}`, class: "wide", onclick }, sign(drawn), say(id));
  const open = button("open", "person", () => ask("POST", true)), go = button("go", "on", () => lead()), close = button("close", "times", () => ask("DELETE"));
  const panel = html("section", { class: "panel fields", id: "friend" }, html("h2", {}, words.say("invitation.title")), text, open, go, close, said);
  side.prepend(panel);
  let told = null, board = null;
  store.subscribe(() => { if (store.live?.board && store.live.board.game !== board?.game) { board = store.live.board; ask("GET"); } });
  addEventListener("pageshow", () => ask("GET"));

  async function ask(method, leads = false) {
    try {
      const answer = await fetch("/friend", { method });
      if (!answer.ok) throw new Error(await answer.text());
      told = await answer.json();
      setText(said, "");
      if (leads) lead();
    } catch (fault) {
      setText(said, method === "GET" ? "" : say("refused", { why: fault.message }));
    }
    show();
  }

  // The page of shared games, by the name under which this one was found.
  function lead() { location.assign(`http://${location.hostname}:${new URL(told.address).port}/?${new URLSearchParams({ game: board?.mayBeFar ? board.game : "" })}`); }

  function show() {
    const mayNot = board !== null && !board.mayBeFar;
    setText(text, told?.address ? say("is-open", { address: told.address }) : mayNot ? words.notFar(board.game) : say("text"));
    open.hidden = mayNot || Boolean(told?.address);
    go.hidden = close.hidden = !told?.address;
  }

  show();
}
