// What has changed in the picture is shown shortly, one thing after the other. The picture is final at once: whoever
// goes on does not wait.

const EACH = 140; // milliseconds from one thing to the next
const ALL = 1600; // milliseconds for the beginning of the last one
const LASTS = 700; // milliseconds of each
const MOST = 40; // more than that is another picture, not a change
let running = []; // animations

// Everything that is drawn by itself, with where it stands, without what only says what can be clicked now.
function things(picture) {
  const found = new Map();
  const go = (parent, where) => {
    for (const child of parent.children) {
      const place = `${where} ${child.getAttribute("transform") ?? ""}`;
      if (child.tagName === "g" && !child.querySelector(":scope > .box")) {
        go(child, place);
      } else if (child.tagName === "g" || child.tagName === "text" || child.tagName === "path") {
        const copy = child.cloneNode(true);
        for (const name of ["class", "tabindex", "data-actions", "role", "aria-label"]) copy.removeAttribute(name);
        const kinds = [...child.classList].filter((name) => !["can", "last", "marked"].includes(name));
        for (const one of copy.querySelectorAll("title, .shade")) one.remove();
        found.set(`${place}|${kinds.join(" ")}|${copy.outerHTML}`, child);
      }
    }
  };
  go(picture, "");
  return found;
}

// The things of a picture that another one does not have. Words that stand on a panel alone, such as who decides and
// how many points there are, do not count.
export function changes(before, after) {
  const old = things(before);
  const isLoose = (thing) => thing.tagName !== "g" && "panel" in thing.parentNode.dataset;
  return [...things(after)].filter(([key, thing]) => !old.has(key) && !isLoose(thing)).map(([, thing]) => thing);
}

export function animate(changed) {
  skip();
  if (!changed.length || changed.length > MOST || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const step = Math.min(EACH, ALL / changed.length);
  // Never less readable than before: a ring and a short blink.
  const ring = { stroke: getComputedStyle(document.body).getPropertyValue("--last"), strokeWidth: "5" };
  running = changed.flatMap((thing, place) => {
    const times = { duration: LASTS, delay: Math.round(place * step), easing: "ease-out" };
    const box = thing.querySelector(":scope > .box");
    return [
      thing.animate([{ opacity: 1 }, { opacity: 0.45, offset: 0.3 }, { opacity: 1 }], times),
      ...(box ? [box.animate([ring, { ...ring, offset: 0.7 }, {}], times)] : []),
    ];
  });
}

export function skip() {
  for (const one of running) one.cancel();
  running = [];
}
