// Hints: the best choices, what they lead to, and why.

// The address of every file needs the token; that of this one has it.
const { element } = await import(`./asking.js${new URL(import.meta.url).search}`);
const find = (id) => document.getElementById(id);

export function showBest(best, how, makeButton) {
  find("best").replaceChildren(...best.map((one) => row(one, makeButton)));
  find("best-how").textContent = how;
  find("best-part").hidden = !best.length;
}

function row(one, makeButton) {
  const made = element("li");
  made.append(makeButton(one.action, one.words), element("p", numbers(one), { className: "numbers" }));
  if (one.at_once?.length) made.append(element("p", `At once: ${one.at_once.join(" ")}`, { className: "why" }));
  if (one.reason) made.append(element("p", one.reason, { className: "why" }));
  return made;
}

export function numbers(one) {
  if (one.share !== undefined) return `${Math.round(100 * one.share)}\u00a0% of the search`;
  const chance = `wins ${Math.round(100 * one.chance)}\u00a0%`;
  return `${one.points.toFixed(1)} points expected, the best opponent ${one.opponent.toFixed(1)}; ${chance}`;
}
