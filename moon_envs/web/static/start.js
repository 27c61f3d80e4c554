// The start page: choose a game and how it is played, or go on with a saved one.

// The address of every file needs the token; that of this one has it.
const { address, ask, element, tellTrouble } = await import(`./asking.js${new URL(import.meta.url).search}`);

const SLOW = 1500; // milliseconds, after which we say what takes so long
const YES_AND_NO = { true: "yes", false: "no" };
const find = (id) => document.getElementById(id);

let offers;
let game;

async function begin() {
  find("file").addEventListener("change", resume);
  if (find("file").files.length) resume(); // chosen before this page was ready
  offers = await ask("/api/offers");
  find("agent-names").replaceChildren(...offers.agents.map((name) => element("option", "", { value: name })));
  find("games").replaceChildren(...offers.games.map(gameButton));
  find("players").addEventListener("change", showPlayers);
  find("people").addEventListener("change", showPlayers);
  find("seat").addEventListener("change", showAgents);
  find("begin").addEventListener("click", () => open("/api/tables", wanted));
  find("form").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.tagName === "INPUT") open("/api/tables", wanted);
  });
  const asked = new URLSearchParams(location.search).get("game");
  choose(offers.games.find((one) => one.id === asked) ?? offers.games[0]);
}

function gameButton(one) {
  const button = element("button", one.title, { type: "button", id: `game-${one.id}` });
  button.setAttribute("role", "radio");
  button.addEventListener("click", () => choose(one));
  return button;
}

function choose(one) {
  game = one;
  for (const button of find("games").children) {
    button.setAttribute("aria-checked", String(button.id === `game-${one.id}`));
  }
  find("title").textContent = one.title;
  find("summary").textContent = one.summary;
  find("reconstructed").textContent = one.reconstructed;
  find("links").replaceChildren(
    ...["rules", "actions", "features"].map((what) => {
      return element("a", what, { href: address(`/games/${one.id}/${what}`), target: "_blank", rel: "noopener" });
    }),
  );
  const counts = one.player_counts.map((count) => {
    const words = count > 1 ? String(count) : `1, solo${one.rival ? ` against ${one.rival}` : ""}`;
    return element("option", words, { value: count, selected: count === one.default_players });
  });
  find("players").replaceChildren(...counts);
  find("options").replaceChildren(...one.options.map(optionRow));
  find("settings").hidden = false;
  showPlayers();
}

function optionRow(option) {
  const row = element("label", "", { htmlFor: `option-${option.name}` });
  row.dataset.option = option.name;
  let field;
  if (option.choices.length) {
    field = element("select");
    field.append(
      ...option.choices.map((choice) => {
        return element("option", YES_AND_NO[choice] ?? choice, { value: choice, selected: choice === option.default });
      }),
    );
  } else {
    field = element("input", "", { placeholder: option.default, autocomplete: "off" });
  }
  field.id = `option-${option.name}`;
  const meaning = option.choices.length ? option.meaning : `${option.meaning} (${option.allowed})`;
  row.append(element("span", option.label), field, element("small", meaning));
  return row;
}

const players = () => Number(find("players").value);
const isHotseat = () => players() > 1 && find("people").value === "people";

function showPlayers() {
  const count = players();
  const seat = Math.min(Number(find("seat").value) || 0, count - 1);
  find("seat").replaceChildren(
    ...Array.from({ length: count }, (_, place) => {
      return element("option", `player ${place}`, { value: place, selected: place === seat });
    }),
  );
  find("people-row").hidden = count === 1;
  find("seat-row").hidden = count === 1 || isHotseat();
  for (const option of game.options) {
    const row = find("options").querySelector(`[data-option="${option.name}"]`);
    row.hidden = !option.players.includes(count);
  }
  showAgents();
}

function showAgents() {
  const seat = Number(find("seat").value);
  const before = agentNames();
  const rows = [];
  for (let place = 0; place < players(); place += 1) {
    if (place === seat || players() === 1 || isHotseat()) continue;
    const row = element("label", "", { htmlFor: `agent-${place}` });
    const field = element("input", "", { id: `agent-${place}`, value: before[place] ?? "random", autocomplete: "off" });
    field.setAttribute("list", "agent-names");
    row.append(element("span", `Player ${place}`), field);
    if (!rows.length) row.append(element("small", "random, greedy, flat:N, mcts:N (N simulations), baseline, baseline:T (temperature T), rollouts:N+baseline (N rollouts)"));
    rows.push(row);
  }
  find("agents").replaceChildren(...rows);
}

function agentNames() {
  const names = {};
  for (const field of find("agents").querySelectorAll("input")) names[field.id.slice(6)] = field.value;
  return names;
}

function wanted() {
  const names = agentNames();
  const options = {};
  for (const option of game.options) {
    const value = find(`option-${option.name}`).value.trim();
    if (value && option.players.includes(players())) options[option.name] = value;
  }
  const body = { game: game.id, players: players(), options, hotseat: isHotseat() };
  if (players() > 1 && !isHotseat()) {
    body.seat = Number(find("seat").value);
    body.agents = Array.from({ length: players() }, (_, place) => (names[place] ?? "random").trim());
  }
  const seed = find("seed").value.trim();
  if (seed) {
    if (!/^\d+$/.test(seed) || Number(seed) > offers.largest_seed) {
      throw new Error(`The seed is a whole number from 0 to ${offers.largest_seed}.`);
    }
    body.seed = Number(seed);
  }
  return body;
}

function resume() {
  open("/api/resume", savedGame);
}

async function savedGame() {
  const file = find("file").files[0];
  if (file.size > 700000) throw new Error("This file is too large for a saved game.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { save: btoa(text) };
}

async function open(path, makeBody) {
  const button = find("begin");
  if (button.disabled) return;
  tellTrouble("");
  button.disabled = true;
  const slow = setTimeout(() => {
    find("waiting").textContent = "Preparing the game. The first time it is compiled, which takes about a minute ...";
  }, SLOW);
  try {
    const { id } = await ask(path, await makeBody());
    location.href = address(`/tables/${id}`);
  } catch (refusal) {
    tellTrouble(refusal.message);
    find("file").value = "";
  } finally {
    clearTimeout(slow);
    find("waiting").textContent = "";
    button.disabled = false;
  }
}

begin().catch((refusal) => tellTrouble(refusal.message));
