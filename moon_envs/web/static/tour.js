// A guided tour of the table: a few short steps, each beside the thing that it tells of. The first game of a new player
// begins with it (the start page adds #tour to the address); later the button "Tour" does. It only reads the page.

const { element } = await import(`./asking.js${new URL(import.meta.url).search}`);
const { remember, TOURED } = await import(`./memory.js${new URL(import.meta.url).search}`);

const GAP = 10; // pixels between a thing and its words

// Things that are missing or hidden now are left out, with their steps.
const STEPS = [
  [["#status"], "What is asked", "Here you read whose turn it is and what you have to decide."],
  [["#picture"], "The table", "Your sheet, the cards and everything on the table. What has a blue frame is a choice: click on it."],
  [["#actions"], "The choices in words", "Each legal choice in words. Point at one, and the table shows which thing it means."],
  [["#news-part", "#log-part", "aside"], "The others", "What the others have done will be told here, after each of your decisions, and what happened before."],
  [["#undo"], "Undo", "Takes back your last decision. You can try things out."],
  [["#hint"], "Hint", "Shows what a strong player would look at. The rules are here, too."],
];

let steps = [];
let place = 0;
let before; // what had the focus
let scrolled; // how far

const ring = element("div", "", { id: "tour-ring" });
ring.setAttribute("aria-hidden", "true");
const box = element("section", "", { id: "tour" });
box.setAttribute("role", "dialog");
box.setAttribute("aria-labelledby", "tour-title");
box.setAttribute("aria-describedby", "tour-words");
const title = element("h2", "", { id: "tour-title" });
const words = element("p", "", { id: "tour-words" });
const count = element("small");
const [skip, back, next] = ["Skip", "Back", "Next"].map((name) => element("button", name, { type: "button" }));
next.className = "main";
const row = element("div");
row.append(count, skip, back, next);
box.append(title, words, row);

// The first of these things that is there, not hidden, and not empty.
function shown(selectors) {
  return selectors.map((one) => document.querySelector(one)).find((thing) => thing?.getClientRects().length && thing.offsetHeight);
}

function begin() {
  if (box.isConnected) return;
  steps = STEPS.filter(([selectors]) => shown(selectors));
  if (!steps.length) return;
  before = document.activeElement;
  scrolled = scrollY;
  document.body.append(ring, box);
  show(0);
}

function show(number) {
  place = Math.max(0, number);
  if (place >= steps.length) {
    end();
    return;
  }
  const [selectors, heading, meaning] = steps[place];
  title.textContent = heading;
  words.textContent = meaning;
  count.textContent = `${place + 1} of ${steps.length}`;
  back.disabled = place === 0;
  next.textContent = place === steps.length - 1 ? "Play" : "Next";
  const thing = shown(selectors);
  if (thing) thing.scrollIntoView({ block: thing.offsetHeight > innerHeight ? "start" : "nearest" });
  put();
  next.focus({ preventScroll: true });
}

// Beside the thing where there is room, else over its lower edge; always within the window.
function put() {
  if (!box.isConnected) return;
  const thing = shown(steps[place][0]);
  ring.hidden = !thing;
  const met = thing ? thing.getBoundingClientRect() : new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
  const [left, top] = [Math.max(met.left, 4), Math.max(met.top, 4)];
  const [right, bottom] = [Math.min(met.right, innerWidth - 4), Math.min(met.bottom, innerHeight - 4)];
  Object.assign(ring.style, { left: `${left - 4}px`, top: `${top - 4}px`, width: `${right - left + 8}px`, height: `${bottom - top + 8}px` });
  const [width, height] = [box.offsetWidth, box.offsetHeight];
  let y = bottom + GAP;
  if (y + height > innerHeight) y = top - GAP - height;
  if (y < 0) y = innerHeight - height - GAP;
  const x = Math.max(8, Math.min(left, innerWidth - width - 8));
  Object.assign(box.style, { left: `${x}px`, top: `${Math.max(4, y)}px` });
}

function end() {
  ring.remove();
  box.remove();
  remember(TOURED, "yes");
  if (location.hash === "#tour") history.replaceState(null, "", location.pathname + location.search);
  scrollTo(0, scrolled);
  if (before?.isConnected) before.focus({ preventScroll: true });
}

next.addEventListener("click", () => show(place + 1));
back.addEventListener("click", () => show(place - 1));
skip.addEventListener("click", end);
document.addEventListener("keydown", (event) => {
  if (!box.isConnected) return;
  if (event.key === "Escape") end();
  else if (event.key === "ArrowRight" && box.contains(event.target)) show(place + 1);
  else if (event.key === "ArrowLeft" && box.contains(event.target)) show(place - 1);
});
for (const event of ["resize", "scroll"]) addEventListener(event, put, { capture: true, passive: true });

const button = element("button", "Tour", { type: "button", id: "tour-button" });
button.addEventListener("click", begin);
document.querySelector("nav").append(button);

// The first game: once the table is there, and not while a cover hides it from another player.
function beginWhenReady() {
  const cover = document.getElementById("cover");
  const isReady = document.body.dataset.status === "yours" && (!cover || cover.hidden);
  if (isReady) begin();
  else setTimeout(beginWhenReady, 200);
}
if (location.hash === "#tour") beginWhenReady();
