// A game in progress: the picture of what the person sees, everything that can be decided, and what has happened.

// The address of every file needs the token; that of this one has it.
const { address, ask, element, tellTrouble } = await import(`./asking.js${new URL(import.meta.url).search}`);

const PATIENT = 2000; // milliseconds between looks whether another tab has gone on
const EAGER = 250; // while the others think
const find = (id) => document.getElementById(id);
const id = location.pathname.split("/")[2];
const reader = new DOMParser();

let table; // what the server has told last
let isAsking = false;
let words = new Map(); // of the legal actions
let timer; // of the next look
let looked = -1; // who was last shown the table, where people share the screen

// Showing

function show(view) {
  const isNew = table === undefined || view.changes !== table.changes;
  table = view;
  if (!isNew) return;
  words = new Map(view.actions.map(({ action, words: meaning }) => [action, meaning]));
  closeMenu();
  showPicture(view.picture);
  showStatus();
  showActions();
  showBest([]);
  showLines("news", view.news);
  find("news-part").hidden = !view.news.length;
  showLines("log", view.log);
  find("log-part").hidden = !view.log.length;
  find("log").scrollTop = find("log").scrollHeight;
  showEnd();
  cover();
  Object.assign(document.body.dataset, { changes: view.changes, status: view.status });
}

function showPicture(svg) {
  // Made by the server's own drawing, where every word of a game is escaped. It is read as XML, in which nothing runs.
  const drawn = document.importNode(reader.parseFromString(svg, "image/svg+xml").documentElement, true);
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  document.body.style.setProperty("--width", `${drawn.viewBox.baseVal.width}px`);
  for (const thing of drawn.querySelectorAll("[data-actions]")) {
    thing.setAttribute("role", "button");
    thing.setAttribute("aria-label", actionsOf(thing).map((action) => words.get(action)).join("; or "));
  }
  find("picture").replaceChildren(drawn);
}

function showStatus() {
  const says = {
    yours: table.hotseat ? `Player ${table.viewer}, choose` : "Your decision",
    thinking: `${capital(table.actor)} is thinking ...`,
    failed: table.fault,
    over: "",
  };
  find("status").textContent = says[table.status];
  find("status").className = table.status;
  find("status").hidden = table.status === "over";
  find("again").hidden = table.status !== "failed";
  find("undo").disabled = !table.can_undo || table.status === "thinking";
  find("hint").disabled = table.status !== "yours";
  find("configuration").textContent = `${table.configuration}, seed ${table.seed}`;
  find("rules").href = address(`/games/${table.game}/rules`);
  if (table.status === "thinking") find("save").removeAttribute("href");
  else find("save").href = address(`/tables/${id}/save`);
}

function showActions() {
  const hadFocus = find("actions").contains(document.activeElement);
  const rows = table.actions.map(({ action, words: meaning }) => {
    const row = element("li");
    row.append(actionButton(action, meaning));
    return row;
  });
  find("actions").replaceChildren(...rows);
  find("actions").scrollTop = 0;
  if (hadFocus) find("actions").querySelector("button")?.focus();
}

function actionButton(action, meaning) {
  const button = element("button", meaning, { type: "button" });
  button.dataset.action = action;
  button.addEventListener("click", () => decide(action));
  for (const event of ["mouseenter", "focus"]) button.addEventListener(event, () => markThings(action, true));
  for (const event of ["mouseleave", "blur"]) button.addEventListener(event, () => markThings(action, false));
  return button;
}

function showLines(place, lines) {
  find(place).replaceChildren(...lines.map((line) => element("li", line)));
}

function showBest(best) {
  find("best").replaceChildren(
    ...best.map(({ action, words: meaning, share }) => {
      const row = element("li");
      row.append(actionButton(action, meaning), element("small", ` ${Math.round(100 * share)} % of the search`));
      return row;
    }),
  );
  find("best").hidden = !best.length;
}

function showEnd() {
  find("end").hidden = table.end === null;
  if (table.end === null) return;
  const { categories, rows, result, has_replay: hasReplay } = table.end;
  find("result").textContent = result;
  const row = (name, cells) => {
    const made = element("tr");
    made.append(...cells.map((cell) => element(name, String(cell))));
    return made;
  };
  // Categories run down: there may be many of them, and at most six sides.
  const body = categories.map((category, place) => row("td", [category, ...rows.map(({ points }) => points[place])]));
  find("points").replaceChildren(
    row("th", ["points", ...rows.map(({ name }) => name)]),
    ...body,
    row("th", ["total", ...rows.map(({ total }) => total)]),
  );
  find("replay").replaceChildren(
    hasReplay
      ? element("a", "Step through the whole game", {
          href: address(`/tables/${id}/replay`), target: "_blank", rel: "noopener", className: "button",
        })
      : element("span", "There is no replay: the save that this game was resumed from does not tell how it began."),
  );
}

// People who share the screen: what one may see is covered before the next one looks.
function cover() {
  const isOther = table.hotseat && table.status === "yours" && looked !== table.viewer;
  find("cover").hidden = !isOther;
  if (!isOther) return;
  find("cover-words").textContent = `Player ${table.viewer}: show the table when nobody else is looking.`;
  find("uncover").focus();
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
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

function choose(thing) {
  const actions = actionsOf(thing);
  if (actions.length === 1) decide(actions[0]);
  else openMenu(thing, actions);
}

function openMenu(thing, actions) {
  const menu = find("menu");
  menu.replaceChildren(
    ...actions.map((action) => {
      const button = actionButton(action, words.get(action));
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

const decide = (action) => change("decide", { action });

async function change(what, more = {}) {
  if (isAsking || table === undefined) return;
  isAsking = true;
  document.body.classList.add("asking");
  tellTrouble("");
  closeMenu();
  if (table.hotseat) looked = table.viewer;
  try {
    const answer = await ask(`/api/tables/${id}/${what}`, { seen: table.changes, ...more });
    if (what === "hint") {
      if (answer.changes === table.changes) {
        showPicture(answer.picture);
        showBest(answer.best);
      }
    } else {
      show(answer);
    }
  } catch (refusal) {
    tellTrouble(refusal.message);
    if (refusal.table) show(refusal.table);
  } finally {
    isAsking = false;
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
  choose(thing);
});
picture.addEventListener("keydown", (event) => {
  const thing = closest(event.target);
  if (!thing || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  choose(thing);
});
picture.addEventListener("mousemove", (event) => pointAt(thingOf(event)));
picture.addEventListener("mouseleave", () => pointAt(null));
picture.addEventListener("focusin", (event) => pointAt(closest(event.target)));
picture.addEventListener("focusout", () => pointAt(null));
document.addEventListener("click", (event) => {
  if (!find("menu").contains(event.target)) closeMenu();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenu();
});
find("undo").addEventListener("click", () => change("undo"));
find("hint").addEventListener("click", () => {
  find("status").textContent = "Searching for a hint ...";
  change("hint").finally(showStatus);
});
find("again").addEventListener("click", () => change("try_again"));
find("uncover").addEventListener("click", () => {
  looked = table.viewer;
  cover();
});

look();
