// Places the panels of a picture for the room that a page has. `layout.py` found the places: one list of corners for
// each number of columns, with the panels of the others and without them.

const SMALLEST_SCALE = 9 / 11; // letters of panels have 11 units or more, and are read from 9 pixels on
const COMFORTABLE_SCALE = 0.9;
const LARGEST_SCALE = 1.4;

// Returns the layout, and whether there are panels of the others that it leaves out; null without panels.
// `others` is "shown", "hidden", or "fitting": shown if all panels have room at once and are read comfortably.
export function arrange(picture, width, height, others = "shown") {
  const layouts = JSON.parse(picture.dataset.layouts ?? "[]");
  if (!layouts.length) return null;
  const all = layouts.filter((layout) => layout.others);
  const few = layouts.filter((layout) => !layout.others);
  const whole = best(all, width, height);
  const isWhole = !few.length || others === "shown" || (others === "fitting" && fit(whole, width, height) >= COMFORTABLE_SCALE);
  const layout = isWhole ? whole : best(few, width, height);
  place(picture, layout);
  // A picture that is taller than its room is not larger than it needs to be, but one column takes the whole width.
  const isColumn = layout === (isWhole ? all : few)[0];
  const tall = Math.min(width / layout.width, isColumn ? LARGEST_SCALE : 1);
  const scale = fit(layout, width, height);
  const shown = scale >= SMALLEST_SCALE ? Math.min(scale, LARGEST_SCALE) : tall;
  picture.style.width = `${Math.floor(layout.width * shown)}px`;
  return { layout, hides: !isWhole, has: few.length > 0 };
}

const fit = (layout, width, height) => Math.min(width / layout.width, height / layout.height);

// The layout that shows things largest, among those whose letters can be read.
function best(layouts, width, height) {
  const readable = layouts.filter((layout) => width / layout.width >= SMALLEST_SCALE);
  const larger = (one, other) => (fit(other, width, height) > fit(one, width, height) ? other : one);
  return readable.length ? readable.reduce(larger) : layouts[0];
}

function place(picture, { width, height, corners }) {
  for (const panel of picture.querySelectorAll("[data-panel]")) {
    const corner = corners[panel.dataset.panel];
    if (corner) panel.setAttribute("transform", `translate(${corner[0]} ${corner[1]})`);
    panel.style.display = corner ? "" : "none";
  }
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const page = picture.querySelector(".page");
  page.setAttribute("width", width);
  page.setAttribute("height", height);
}
