// What the gallery, the choices and the kept games share: pictures, complexity, and the way to a table.

const { address, ask, element } = await import(`./asking.js${new URL(import.meta.url).search}`);
const { remember, remembered, TOURED } = await import(`./memory.js${new URL(import.meta.url).search}`);

// A picture of a game. It says nothing that the words beside it do not say.
export function coverOf(game) {
  const picture = element("picture");
  const dark = element("source", "", { srcset: address(`/static/${game}-dark.webp`), media: "(prefers-color-scheme: dark)" });
  picture.append(dark, element("img", "", { src: address(`/static/${game}-light.webp`), alt: "", width: 480, height: 319 }));
  return picture;
}

// How complex a game is, as dots and in words.
export function stars({ complexity, most_complex: most }) {
  const made = element("span", "", { className: "complexity" });
  const dots = element("span", "●".repeat(complexity) + "○".repeat(most - complexity));
  dots.setAttribute("aria-hidden", "true");
  made.append("complexity ", dots, element("span", `${complexity} of ${most}`, { className: "spoken" }));
  return made;
}

// Remember that somebody has played here before: no tour unless they ask for it.
export function skipTour() {
  remember(TOURED, "yes");
}

// Ask for a table and go to it; the first time with the tour.
export async function openTable(path, body) {
  const { id } = await ask(path, body);
  location.href = address(`/tables/${id}`) + (remembered(TOURED) ? "" : "#tour");
}
