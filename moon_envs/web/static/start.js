// The start page: the gallery of the games, and the games that can be continued.

// The address of every file needs the token; that of this one has it.
const { ask, element, tellTrouble } = await import(`./asking.js${new URL(import.meta.url).search}`);
const { coverOf, stars, openTable } = await import(`./cards.js${new URL(import.meta.url).search}`);
const { prepareChoices, choose } = await import(`./choices.js${new URL(import.meta.url).search}`);
const { showKept } = await import(`./kept.js${new URL(import.meta.url).search}`);

const MOST_BYTES_OF_A_FILE = 700000;
const find = (id) => document.getElementById(id);

async function begin() {
  find("file").addEventListener("change", resume);
  if (find("file").files.length) resume(); // chosen before this page was ready
  const offers = await ask("/api/offers");
  find("games").replaceChildren(...offers.games.map(card));
  prepareChoices(offers);
  const asked = new URLSearchParams(location.search).get("game");
  const game = offers.games.find((one) => one.id === asked);
  if (game) choose(game);
  await showKept();
}

function card(game) {
  const row = element("li");
  const button = element("button", "", { type: "button", id: `game-${game.id}`, className: "card" });
  button.setAttribute("aria-haspopup", "dialog");
  const facts = element("span", "", { className: "facts" });
  facts.append(element("span", playersOf(game)));
  if (game.minutes) facts.append(element("span", `about ${game.minutes} min`));
  if (game.complexity) facts.append(stars(game));
  if (game.picture) button.append(coverOf(game.id));
  button.append(element("strong", game.title), element("span", game.summary, { className: "summary" }), facts);
  button.addEventListener("click", () => choose(game));
  row.append(button);
  return row;
}

function playersOf({ player_counts: counts }) {
  const several = counts.filter((count) => count > 1);
  const range = several.length > 1 ? `${several[0]}–${several[several.length - 1]} players` : `${several[0]} players`;
  return counts.includes(1) ? `${range} or solo` : `${range}, no solo`;
}

async function resume() {
  tellTrouble("");
  try {
    await openTable("/api/resume", { save: await savedGame() });
  } catch (refusal) {
    tellTrouble(refusal.message);
    find("file").value = "";
  }
}

async function savedGame() {
  const file = find("file").files[0];
  if (file.size > MOST_BYTES_OF_A_FILE) throw new Error("This file is too large for a saved game.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

begin().catch((refusal) => tellTrouble(refusal.message));
