// The room that the picture has on the page, and the button that shows or hides the sheets of the others. On narrow
// pages it stands below the picture, where they appear; elsewhere with the other buttons, as the picture fills the window.

const { search } = new URL(import.meta.url);
const { arrange } = await import(`./arrange.js${search}`);
const find = (id) => document.getElementById(id);
const NARROW = matchMedia("(max-width: 900px)");
const LEAST_ASIDE = 330; // pixels for the choices beside the picture
const GAPS = 34; // pixels around the picture and the choices

let others = "fitting";

export function fill() {
  const picture = find("picture").firstElementChild;
  if (!picture) return;
  const home = NARROW.matches ? find("board") : find("others-home");
  if (find("others").parentNode !== home) home.append(find("others"));
  const [width, height] = room();
  const found = arrange(picture, width, height, NARROW.matches && others === "fitting" ? "hidden" : others);
  find("others").hidden = !found?.has;
  find("others").textContent = found?.hides ? "Show the others\u2019 sheets" : "Hide the others\u2019 sheets";
  find("others").setAttribute("aria-expanded", String(!found?.hides));
}

function room() {
  const width = document.documentElement.clientWidth;
  const top = find("board").getBoundingClientRect().top + scrollY;
  if (NARROW.matches) return [find("board").clientWidth, innerHeight];
  return [width - LEAST_ASIDE - GAPS, innerHeight - top - 10];
}

export function listen() {
  addEventListener("resize", fill);
  find("others").addEventListener("click", () => {
    others = find("others").getAttribute("aria-expanded") === "true" ? "hidden" : "shown";
    fill();
  });
}
