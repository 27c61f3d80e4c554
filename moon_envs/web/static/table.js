// A game in progress: the picture of what the person sees, everything that can be decided, and what has happened.

// The address of every file needs the token; that of this one has it.
const { search } = new URL(import.meta.url);
const [{ address, ask, element, tellTrouble }, keys, touch, motion, { showBest, numbers }, { showEnd }, room] = await Promise.all(
  ["asking", "keys", "touch", "motion", "hints", "ending", "room"].map((name) => import(`./${name}.js${search}`)),
);

const PATIENT = 2000; // milliseconds between looks whether another tab has gone on
const EAGER = 250; // while the others think
const SLOW = 300; // milliseconds, after which we say what takes so long
const find = (id) => document.getElementById(id);
const id = location.pathname.split("/")[2];
const reader = new DOMParser();

let table; // what the server has told last
let isAsking = false;
let words = new Map(); // of the legal actions
let timer; // of the next look
let looked = -1; // who was last shown the table, where people share the screen
let menuOf = null; // what the menu was opened for
let slow; // timer of the progress
let hasKeys = false; // whether the keyboard or a screen reader was used last, not a mouse or finger
let lost = null; // where the focus was when the things that had it went away

// Showing

function show(view) {
  const before = table;
  if (before !== undefined && view.changes === before.changes) return;
  const old = find("picture").firstElementChild;
  keepFocus();
  table = view;
  words = new Map(view.actions.map(({ action, words: meaning }) => [action, meaning]));
  keys.forget();
  touch.deselect();
  closeMenu();
  showPicture(view.picture);
  showStatus();
  showActions();
  showBest([], "", actionButton);
  showLines("news", view.news);
  find("news-part").hidden = !view.news.length;
  showLines("log", view.log);
  find("log-part").hidden = !view.log.length;
  find("log").scrollTop = find("log").scrollHeight;
  showEnd(id, table.end);
  cover();
  giveFocusBack();
  hear();
  if (old && table.news.length) motion.animate(motion.changes(old, find("picture").firstElementChild));
  Object.assign(document.body.dataset, { changes: view.changes, status: view.status });
}

// What screen readers say: the news, and what is to do now.
function hear() {
  const now = table.end ? table.end.result : find("status").textContent;
  const choices = table.actions.length ? `${table.actions.length} choices.` : "";
  find("heard").textContent = [...table.news, `${now}.`.replace("..", "."), choices].join(" ");
}

// The focus stays where it was: on the nearest thing of the picture, or in the list. A mouse needs none.

function keepFocus() {
  const had = document.activeElement;
  const thing = closest(had);
  if (thing) lost = keys.middle(thing);
  else if (find("menu").contains(had)) lost = keys.middle(menuOf);
  else if (had?.closest("#actions, #best")) lost = "list";
  if (!hasKeys) lost = null;
}

function giveFocusBack() {
  const has = document.activeElement;
  if (hasKeys && (has?.disabled || has?.hidden)) lost = "list";
  if (lost === null || !find("cover").hidden) return;
  if (table.status === "over") find("result").focus();
  else if (table.status !== "yours") find("status").focus({ preventScroll: true });
  else (nearestThing() ?? find("actions").querySelector("button"))?.focus();
  if (table.status === "yours" || table.status === "over") lost = null;
}

function nearestThing() {
  if (lost === "list") return null;
  const far = (thing) => Math.hypot(...keys.middle(thing).map((value, axis) => value - lost[axis]));
  return keys.things().reduce((best, thing) => (best && far(best) <= far(thing) ? best : thing), null);
}

// Progress of what takes longer than a moment.
function showProgress(says) {
  clearInterval(slow);
  find("progress").hidden = true;
  if (!says) return;
  const begin = Date.now();
  slow = setInterval(() => {
    const seconds = Math.floor((Date.now() - begin) / 1000);
    find("progress-words").textContent = seconds < 3 ? says : `${says} ${seconds} s`;
    find("progress").hidden = false;
  }, SLOW);
}

function showPicture(svg) {
  // Made by the server's own drawing, where every word of a game is escaped. It is read as XML, in which nothing runs.
  const drawn = document.importNode(reader.parseFromString(svg, "image/svg+xml").documentElement, true);
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", "The table, as you see it");
  for (const thing of drawn.querySelectorAll("[data-actions]")) {
    thing.setAttribute("role", "button");
    thing.setAttribute("aria-label", actionsOf(thing).map((action) => words.get(action)).join("; or "));
  }
  find("picture").replaceChildren(drawn);
  room.fill();
}

function showStatus() {
  const says = {
    yours: table.hotseat ? `${capital(nameOf(table.viewer))}, choose` : "Your decision",
    thinking: `${capital(table.actor)} is thinking ...`,
    failed: table.fault,
    over: "",
  };
  find("status").textContent = says[table.status];
  find("status").className = table.status;
  find("deciding").hidden = table.status === "over";
  find("again").hidden = table.status !== "failed";
  showProgress(table.status === "thinking" ? says.thinking : "");
  find("undo-turn").disabled = !table.can_undo_turn || table.status === "thinking";
  find("undo").disabled = !table.can_undo || table.status === "thinking";
  find("hint").disabled = table.status !== "yours";
  find("configuration").textContent = `${table.configuration}, seed ${table.seed}`;
  find("configuration").title = find("configuration").textContent;
  find("rules").href = address(`/games/${table.game}/rules`);
  if (table.status === "thinking") find("save").removeAttribute("href");
  else find("save").href = address(`/tables/${id}/save`);
}

function showActions() {
  const rows = table.actions.map(({ action, words: meaning }, place) => {
    const row = element("li");
    row.append(actionButton(action, meaning, place));
    return row;
  });
  find("actions").replaceChildren(...rows);
  find("actions").scrollTop = 0;
}

// What an action names, as a small picture: the words say the same.
function drawnSmall(svg) {
  const drawn = document.importNode(reader.parseFromString(svg, "image/svg+xml").documentElement, true);
  drawn.setAttribute("aria-hidden", "true");
  drawn.classList.add("small-picture");
  return drawn;
}

function actionButton(action, meaning, place) {
  const button = element("button", meaning, { type: "button" });
  const { brings, picture } = table.actions.find((one) => one.action === action) ?? { brings: [], picture: "" };
  if (brings.length) button.append(" ", element("small", brings.join("; "), { className: "brings" }));
  if (picture) button.prepend(drawnSmall(picture));
  button.dataset.action = action;
  if (place !== undefined) button.dataset.key = place + 1;
  button.addEventListener("click", (event) => {
    hasKeys ||= event.detail === 0;
    if (touch.isTap(event) && !button.closest("#menu")) touch.confirm(button, meaning, () => decide(action));
    else decide(action);
  });
  for (const event of ["mouseenter", "focus"]) button.addEventListener(event, () => markThings(action, true));
  for (const event of ["mouseleave", "blur"]) button.addEventListener(event, () => markThings(action, false));
  return button;
}

function showLines(place, lines) {
  find(place).replaceChildren(...lines.map((line) => element("li", line)));
}

// People who share the screen: what one may see is covered before the next one looks.
function cover() {
  const isOther = table.hotseat && table.status === "yours" && looked !== table.viewer;
  find("cover").hidden = !isOther;
  if (!isOther) return;
  find("cover-words").textContent = `${capital(nameOf(table.viewer))}: show the table when nobody else is looking.`;
  find("uncover").focus();
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const nameOf = (seat) => table.names[seat];
const placeOf = (action) => table.actions.findIndex((one) => one.action === action);
const actionsOf = (thing) => thing.dataset.actions.split(" ").map(Number);

// Marking: what stands for the same action in picture and list

function markThings(action, isMarked) {
  for (const thing of find("picture").querySelectorAll(`[data-actions~="${action}"]`)) {
    thing.classList.toggle("marked", isMarked);
  }
}

function markRows(thing, isMarked) {
  thing.classList.toggle("marked", isMarked);
  for (const action of actionsOf(thing)) {
    const button = find("actions").querySelector(`[data-action="${action}"]`);
    button?.classList.toggle("marked", isMarked);
    // Only the list scrolls, never the page under the mouse.
    if (isMarked && button) {
      const list = find("actions");
      const top = button.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - 20;
    }
  }
}

// Deciding

function choose(thing, isTap) {
  const actions = actionsOf(thing);
  if (actions.length > 1) openMenu(thing, actions);
  else if (isTap) touch.confirm(thing, words.get(actions[0]), () => decide(actions[0]));
  else decide(actions[0]);
}

function openMenu(thing, actions) {
  menuOf = thing;
  const menu = find("menu");
  menu.replaceChildren(
    ...actions.map((action, place) => {
      const button = actionButton(action, words.get(action), place);
      button.setAttribute("role", "menuitem");
      return button;
    }),
  );
  menu.hidden = false;
  const box = thing.getBoundingClientRect();
  const left = Math.max(4, Math.min(box.left, innerWidth - menu.offsetWidth - 4));
  const isBelow = box.bottom + menu.offsetHeight + 4 < innerHeight || box.top < menu.offsetHeight;
  menu.style.left = `${left + scrollX}px`;
  menu.style.top = `${(isBelow ? box.bottom + 4 : box.top - menu.offsetHeight - 4) + scrollY}px`;
  menu.querySelector("button").focus({ preventScroll: true });
}

function closeMenu() {
  find("menu").hidden = true;
  find("menu").replaceChildren();
}

const PROGRESS = {
  decide: "Waiting for the others ...",
  hint: "Playing games from here for a hint ...",
};
const decide = (action) => change("decide", { action });

async function change(what, more = {}) {
  if (isAsking || table === undefined) return;
  isAsking = true;
  motion.skip();
  showProgress(PROGRESS[what]);
  if (what !== "hint") document.body.classList.add("asking");
  tellTrouble("");
  keepFocus();
  closeMenu();
  if (table.hotseat) looked = table.viewer;
  try {
    const answer = await ask(`/api/tables/${id}/${what}`, { seen: table.changes, ...more });
    if (what === "hint") {
      if (answer.changes === table.changes) {
        keepFocus();
        showPicture(answer.picture);
        showBest(answer.best, answer.how, (action, meaning) => actionButton(action, meaning, placeOf(action)));
        giveFocusBack();
        const [first] = answer.best;
        find("heard").textContent = `Hint: ${first.words}. ${numbers(first)}. ${first.reason ?? ""}`;
      }
    } else {
      show(answer);
    }
  } catch (refusal) {
    tellTrouble(refusal.message);
    if (refusal.table) show(refusal.table);
    else giveFocusBack();
  } finally {
    isAsking = false;
    if (table.status !== "thinking") showProgress("");
    document.body.classList.remove("asking");
    lookSoon();
  }
}

// Looking whether something has changed: the others have decided, or another tab has

async function look() {
  try {
    const view = await ask(`/api/tables/${id}?seen=${table === undefined ? -1 : table.changes}`);
    if (view.picture !== undefined && !isAsking) {
      const isFirst = table === undefined;
      show(view);
      if (!isFirst) tellTrouble("");
    }
  } catch (refusal) {
    tellTrouble(refusal.message);
    if (refusal.status === 404) return;
  }
  lookSoon();
}

function lookSoon() {
  clearTimeout(timer);
  timer = setTimeout(look, table?.status === "thinking" ? EAGER : PATIENT);
}

// What the mouse and the keys do

const closest = (met) => (met instanceof Element ? met.closest("#picture [data-actions]") : null);
const picture = find("picture");
let pointedAt = null;

// Other things may lie on the one that is meant: an astronaut on a rover, a planet on its spaces.
function thingOf(event) {
  for (const met of [event.target, ...document.elementsFromPoint(event.clientX, event.clientY)]) {
    const thing = closest(met);
    if (thing) return thing;
  }
  return null;
}

function pointAt(thing) {
  if (thing === pointedAt) return;
  if (pointedAt) markRows(pointedAt, false);
  if (thing) markRows(thing, true);
  pointedAt = thing;
  picture.classList.toggle("pointing", thing !== null);
}

picture.addEventListener("click", (event) => {
  const thing = thingOf(event);
  if (!thing) return;
  event.stopPropagation();
  hasKeys ||= event.detail === 0;
  choose(thing, touch.isTap(event));
});
picture.addEventListener("keydown", (event) => {
  const thing = closest(event.target);
  if (!thing || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  choose(thing, false);
});
picture.addEventListener("mousemove", (event) => pointAt(thingOf(event)));
picture.addEventListener("mouseleave", () => pointAt(null));
picture.addEventListener("focusin", (event) => pointAt(closest(event.target)));
picture.addEventListener("focusout", () => pointAt(null));
document.addEventListener("click", (event) => {
  if (!find("menu").contains(event.target)) closeMenu();
});
document.addEventListener("pointerdown", () => {
  hasKeys = false;
}, { capture: true });
document.addEventListener("keydown", () => {
  hasKeys = true;
}, { capture: true });
document.addEventListener("keydown", (event) => {
  motion.skip();
  if (event.key !== "Escape") return;
  const opener = find("menu").contains(document.activeElement) ? menuOf : null;
  touch.deselect();
  closeMenu();
  opener?.focus();
});
keys.listen({
  choices: () => [...find(find("menu").hidden ? "actions" : "menu").querySelectorAll("button")],
  mark: (button, isMarked) => {
    button.classList.toggle("marked", isMarked);
    markThings(Number(button.dataset.action), isMarked);
  },
  isFree: () => !isAsking && table?.status === "yours",
});
touch.listen();
room.listen();
find("undo").addEventListener("click", () => change("undo"));
find("undo-turn").addEventListener("click", () => change("undo", { whole_turn: true }));
find("hint").addEventListener("click", () => change("hint"));
find("again").addEventListener("click", () => change("try_again"));
find("uncover").addEventListener("click", () => {
  looked = table.viewer;
  cover();
  giveFocusBack();
});

look();
