// The end of a game: who won, points by category, how the points grew, and what can be done next.

// The address of every file needs the token; that of this one has it.
const { address, ask, element, tellTrouble } = await import(`./asking.js${new URL(import.meta.url).search}`);

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [400, 210, 40, 12, 10, 24];
const DASHES = ["none", "9 4", "3 3", "12 3 3 3", "1 4", "6 2"]; // lines differ without their colours, too
const find = (id) => document.getElementById(id);

export function showEnd(id, end) {
  find("end").hidden = end === null;
  if (end === null) return;
  const { categories, rows, result, has_replay: hasReplay, course } = end;
  find("result").textContent = result;
  showPoints(categories, rows);
  showCourse(course, rows.map(({ name }) => name));
  const link = hasReplay
    ? element("a", "Step through the whole game", {
        href: address(`/tables/${id}/replay`), target: "_blank", rel: "noopener", className: "button",
      })
    : element("span", "There is no replay: the save that this game was resumed from does not tell how it began.");
  find("replay").replaceChildren(link);
  find("play-again").onclick = () => playAgain(id);
}

function showPoints(categories, rows) {
  const row = (cells, makeCell) => {
    const made = element("tr");
    made.append(...cells.map((cell, place) => makeCell(String(cell), place)));
    return made;
  };
  const head = (cell) => element("th", cell, { scope: "col" });
  const inside = (cell, place) => (place ? element("td", cell) : element("th", cell, { scope: "row" }));
  // Categories run down: there may be many of them, and at most six sides.
  const body = categories.map((category, place) => row([category, ...rows.map(({ points }) => points[place])], inside));
  const total = row(["total", ...rows.map(({ total: sum }) => sum)], inside);
  total.className = "total";
  find("points").replaceChildren(
    element("caption", "Points by category"),
    row(["points", ...rows.map(({ name }) => name)], head),
    ...body,
    total,
  );
}

async function playAgain(id) {
  const button = find("play-again");
  button.disabled = true;
  try {
    const { id: next } = await ask(`/api/tables/${id}/again`, {});
    location.href = address(`/tables/${next}`);
  } catch (refusal) {
    tellTrouble(refusal.message);
    button.disabled = false;
  }
}

// The chart

function showCourse(course, names) {
  const lines = course.map((points, side) => `${names[side]} from ${points[0]} to ${points.at(-1)}`);
  const chart = drawn("svg", { class: "moon chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  chart.setAttribute("aria-label", `Points over the game: ${lines.join(", ")}.`);
  const [least, most] = [Math.min(0, ...course.flat()), Math.max(1, ...course.flat())];
  const last = Math.max(1, course[0].length - 1);
  const x = (place) => LEFT + ((WIDTH - LEFT - RIGHT) * place) / last;
  const y = (points) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - points)) / (most - least);
  for (const points of marks(least, most)) {
    chart.append(
      drawn("path", { class: "line", d: `M${LEFT} ${y(points)}H${WIDTH - RIGHT}` }),
      drawn("text", { x: LEFT - 6, y: y(points) + 4.5, "text-anchor": "end", "font-size": 13 }, String(points)),
    );
  }
  chart.append(
    drawn("text", { x: LEFT, y: HEIGHT - 6, "font-size": 13 }, "beginning"),
    drawn("text", { x: WIDTH - RIGHT, y: HEIGHT - 6, "text-anchor": "end", "font-size": 13 }, "end"),
  );
  course.forEach((points, side) => {
    const d = points.map((value, place) => `${place ? "L" : "M"}${x(place).toFixed(1)} ${y(value).toFixed(1)}`);
    chart.append(stroke(side, d.join("")));
  });
  find("course").replaceChildren(chart, legend(names));
}

function legend(names) {
  const list = element("ul", "", { className: "legend" });
  list.append(
    ...names.map((name, side) => {
      const item = element("li");
      const sample = drawn("svg", { class: "moon", viewBox: "0 0 34 10", width: 34, height: 10, "aria-hidden": "true" });
      sample.append(stroke(side, "M1 5H33"));
      item.append(sample, ` ${name}`);
      return item;
    }),
  );
  return list;
}

const stroke = (side, d) => drawn("path", { class: `s${side % 6}`, d, "stroke-width": 3, "stroke-dasharray": DASHES[side % 6] });

// Round numbers between two, about four of them.
function marks(least, most) {
  const rough = (most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough));
  const found = [];
  for (let points = Math.ceil(least / step) * step; points <= most; points += step) found.push(points);
  return found;
}

function drawn(name, attributes, words = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = words;
  return made;
}
