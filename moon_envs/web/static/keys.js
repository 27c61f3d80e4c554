// Playing by keyboard: numbers choose from the list, arrows move over the picture, letters press buttons.

const WAIT = 900; // milliseconds for another digit, where the list is long
const OFF = "moon_envs: single keys are off";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const find = (id) => document.getElementById(id);

let page; // what the table offers: choices(), mark(button, isMarked), isFree()
let typed = "";
let timer;

export function listen(offered) {
  page = offered;
  find("single-keys").checked = !isOff();
  find("single-keys").addEventListener("change", (event) => keep(event.target.checked));
  find("show-keys").addEventListener("click", () => find("keys").showModal());
  document.addEventListener("keydown", hear);
}

// Where nothing can be kept, the keys are on.
function isOff() {
  try {
    return localStorage.getItem(OFF) !== null;
  } catch {
    return false;
  }
}

function keep(isOn) {
  try {
    if (isOn) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
  } catch {
    // The choice then lasts as long as the page.
  }
}

function hear(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (document.querySelector("dialog[open]") || !find("cover").hidden) return;
  if (event.target.closest("input, select, textarea, #log, [role=dialog]")) return;
  if (event.key in ARROWS) {
    if (move(event.key, event.target)) event.preventDefault();
  } else if (typed && (event.key === "Enter" || event.key === "Escape")) {
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") chooseTyped();
    else forget();
  } else if (find("single-keys").checked) {
    single(event);
  }
}

function single(event) {
  const buttons = { h: "hint", u: "undo", U: "undo-turn", "?": "show-keys" };
  if (/^\d$/.test(event.key)) {
    if (page.isFree()) type(event.key);
  } else if (event.key in buttons) {
    find(buttons[event.key]).click();
  } else if (event.key === "l") {
    page.choices()[0]?.focus();
  } else {
    return;
  }
  event.preventDefault();
}

// Numbers. In a list of more than ten choices, a number that can go on waits for another digit or Enter.

function type(digit) {
  const count = page.choices().length;
  clearTimeout(timer);
  unmark();
  const isTenth = !typed && digit === "0";
  typed = isTenth ? "10" : typed + digit;
  if (Number(typed) > count) {
    say(count ? `There are ${count} choices.` : "");
    typed = "";
  } else if (count > 10 && !isTenth && Number(typed) * 10 <= count) {
    const button = page.choices()[Number(typed) - 1];
    page.mark(button, true);
    say(`${typed} or more? Type on, or press Enter for: ${button.textContent}`);
    timer = setTimeout(chooseTyped, WAIT);
  } else {
    chooseTyped();
  }
}

function chooseTyped() {
  const button = page.choices()[Number(typed) - 1];
  forget();
  if (button && page.isFree()) button.click();
}

function unmark() {
  const button = typed && page.choices()[Number(typed) - 1];
  if (button) page.mark(button, false);
}

export function forget() {
  clearTimeout(timer);
  unmark();
  typed = "";
  say("");
}

function say(words) {
  find("typed").textContent = words;
}

// Arrows

function move(key, from) {
  const list = from.closest("#actions, #best, #menu");
  if (list && (key === "ArrowUp" || key === "ArrowDown")) {
    const buttons = [...list.querySelectorAll("button")];
    buttons[buttons.indexOf(from) + (key === "ArrowDown" ? 1 : -1)]?.focus();
    return true;
  }
  if (list && list.id === "menu") return false;
  const shown = things();
  if (!shown.length) return false;
  const here = from.closest("#picture [data-actions]");
  const next = here ? nearestTowards(here, shown, ARROWS[key]) : firstInView(shown);
  next?.focus();
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

// What can be chosen on the picture; panels that are left out have nothing.
export const things = () => [...find("picture").querySelectorAll("[data-actions]")].filter((one) => one.getClientRects().length);

export function middle(thing) {
  const box = (thing.querySelector(".box") ?? thing).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// The nearest thing in a direction; what is to the side counts twice as far.
function nearestTowards(here, shown, [right, down]) {
  const [x, y] = middle(here);
  let best = null;
  let least = Infinity;
  for (const thing of shown) {
    const [thatX, thatY] = middle(thing);
    const ahead = (thatX - x) * right + (thatY - y) * down;
    const aside = Math.abs((thatX - x) * down) + Math.abs((thatY - y) * right);
    if (thing === here || ahead <= 1) continue;
    if (ahead + 2 * aside < least) [best, least] = [thing, ahead + 2 * aside];
  }
  return best;
}

function firstInView(shown) {
  return shown.find((thing) => thing.getBoundingClientRect().top >= 0) ?? shown[0];
}
