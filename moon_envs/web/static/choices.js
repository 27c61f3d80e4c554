// The choices of one game, in a dialog: who plays, how strong the others are, variants, and under "Advanced" all else.

const { address, element } = await import(`./asking.js${new URL(import.meta.url).search}`);
const { openTable } = await import(`./cards.js${new URL(import.meta.url).search}`);
const { remember, remembered, LEVEL, NAME } = await import(`./memory.js${new URL(import.meta.url).search}`);

const SLOW = 1500; // milliseconds, after which we say what takes so long
const BY_NAME = "by name";
const YES_AND_NO = { true: "yes", false: "no" };
const AGENT_HELP = "random, greedy, flat:N, mcts:N (N simulations), baseline, baseline:T (temperature T), rollouts:N+baseline (N rollouts)";
const find = (id) => document.getElementById(id);

let offers;
let game;
const names = new Map(); // of the agents, by seat, where they were given by name

export function prepareChoices(given) {
  offers = given;
  find("agent-names").replaceChildren(...offers.agents.map((name) => element("option", "", { value: name })));
  find("who").addEventListener("change", showWho);
  find("players").addEventListener("change", showOthers);
  find("seat").addEventListener("change", showOthers);
  find("solo-level").addEventListener("change", () => {
    const level = game.solo_levels.values[find("solo-level").selectedIndex];
    if (level !== undefined) find(`option-${game.solo_levels.option}`).value = level;
  });
  find("options").addEventListener("change", showSoloLevel);
  find("form").addEventListener("submit", (event) => {
    event.preventDefault();
    start();
  });
  find("close").addEventListener("click", () => find("settings").close());
  find("settings").addEventListener("click", (event) => {
    if (event.target === find("settings")) find("settings").close(); // beside the form
  });
}

export function choose(one) {
  game = one;
  names.clear();
  find("players").replaceChildren();
  find("seat").replaceChildren();
  find("title").textContent = one.title;
  find("summary").textContent = one.summary;
  find("reconstructed").textContent = one.reconstructed;
  const link = (what) => {
    return element("a", what, { href: address(`/games/${one.id}/${what}`), target: "_blank", rel: "noopener" });
  };
  find("links").replaceChildren(link("rules"));
  find("more-links").replaceChildren(link("actions"), link("features"));
  find("who-alone").hidden = !one.player_counts.includes(1);
  find("alone-words").textContent = one.rival ? `Solo against ${one.rival}` : "Solo";
  find("who").querySelector("[value=agents]").checked = true;
  const isVariant = (option) => option.choices.length === 2 && option.default in YES_AND_NO;
  find("variants").replaceChildren(...one.options.filter(isVariant).map(optionRow));
  find("options").replaceChildren(...one.options.filter((option) => !isVariant(option)).map(optionRow));
  find("solo-level").replaceChildren(...(one.solo_levels ? one.levels.map(({ name }) => element("option", name)) : []));
  find("advanced").open = false;
  find("seed").value = "";
  tellInDialog("");
  showWho();
  if (!find("settings").open) find("settings").showModal();
  find("begin").focus();
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

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth"]; // at the table
const who = () => find("who").querySelector(":checked").value;
const players = () => (who() === "alone" ? 1 : Number(find("players").value));
const select = (field, value) => { if ([...field.options].some((one) => one.value === value)) field.value = value; };

function showWho() {
  const before = find("players").value || String(Math.max(game.default_players, 2));
  const counts = game.player_counts.filter((count) => count > 1);
  find("players").replaceChildren(...counts.map((count) => element("option", String(count), { value: count })));
  select(find("players"), before);
  find("players-row").hidden = who() === "alone";
  showOthers();
}

function showOthers() {
  const count = players();
  const seat = Math.min(Number(find("seat").value) || 0, count - 1);
  find("seat").replaceChildren(
    ...Array.from({ length: count }, (_, place) => element("option", PLACES[place], { value: place, selected: place === seat })),
  );
  find("seat-row").hidden = who() !== "agents";
  for (const option of game.options) {
    find("form").querySelector(`[data-option="${option.name}"]`).hidden = !option.players.includes(count);
  }
  const others = who() === "agents" ? Array.from({ length: count }, (_, place) => place).filter((place) => place !== seat) : [];
  const people = who() === "people" ? Array.from({ length: count }, (_, place) => nameRow(place)) : [];
  find("people").replaceChildren(...people);
  const levels = others.map((place, index) => levelRow(place, others.length, index));
  const fields = others.map(agentRow);
  find("agents").replaceChildren(...levels);
  find("agent-fields").replaceChildren(...fields);
  if (fields.length) fields[0].append(element("small", AGENT_HELP));
  showSoloLevel();
}

// What a person at this screen is called; without a name, by the seat.
function nameRow(place) {
  const row = element("label", "", { htmlFor: `name-${place}` });
  const value = remembered(nameOf(place)) ?? "";
  const field = element("input", "", { id: `name-${place}`, value, maxLength: 16, placeholder: `player ${place}`, autocomplete: "off" });
  field.addEventListener("input", () => remember(nameOf(place), field.value.trim()));
  row.append(element("span", `Name ${place + 1}`), field);
  return row;
}

const nameOf = (place) => `${NAME}-${place}`;

// A select of levels for another seat.
function levelRow(place, count, index) {
  const row = element("label", "", { htmlFor: `level-${place}` });
  const field = element("select", "", { id: `level-${place}` });
  field.append(...game.levels.map(({ name }) => element("option", name, { value: name })));
  field.append(element("option", "by name (advanced)", { value: BY_NAME }));
  field.value = levelOf(agentOf(place));
  field.addEventListener("change", () => {
    const agent = game.levels.find(({ name }) => name === field.value)?.agent;
    if (!agent) {
      find("advanced").open = true;
      find(`agent-${place}`).focus();
      return;
    }
    remember(LEVEL, field.value);
    names.set(place, agent);
    find(`agent-${place}`).value = agent;
  });
  row.append(element("span", count === 1 ? "Opponent" : `Opponent ${index + 1}`), field);
  return row;
}

function agentRow(place, index, others) {
  const row = element("label", "", { htmlFor: `agent-${place}` });
  const field = element("input", "", { id: `agent-${place}`, value: agentOf(place), autocomplete: "off" });
  field.setAttribute("list", "agent-names");
  field.addEventListener("input", () => {
    names.set(place, field.value.trim());
    find(`level-${place}`).value = levelOf(agentOf(place));
  });
  row.append(element("span", others.length === 1 ? "Opponent by name" : `Opponent ${index + 1} by name`), field);
  return row;
}

function agentOf(place) {
  const level = remembered(LEVEL);
  return names.get(place) ?? (game.levels.find(({ name }) => name === level) ?? game.levels[0]).agent;
}

const levelOf = (agent) => game.levels.find((one) => one.agent === agent)?.name ?? BY_NAME;

// The level of the solo opponent in words; none of them if the advanced option has a value between two.
function showSoloLevel() {
  find("solo-level-row").hidden = who() !== "alone" || !game.solo_levels;
  if (!game.solo_levels) return;
  find("solo-level").selectedIndex = game.solo_levels.values.indexOf(find(`option-${game.solo_levels.option}`).value);
}

function wanted() {
  const count = players();
  const options = {};
  for (const option of game.options) {
    const value = find(`option-${option.name}`).value.trim();
    if (value && option.players.includes(count)) options[option.name] = value;
  }
  const body = { game: game.id, players: count, options, hotseat: who() === "people" };
  if (who() === "agents") {
    body.seat = Number(find("seat").value);
    body.agents = Array.from({ length: count }, (_, place) => (place === body.seat ? "random" : agentOf(place)));
  }
  if (body.hotseat) body.names = [...find("people").querySelectorAll("input")].map((field) => field.value.trim() || null);
  const seed = find("seed").value.trim();
  if (seed) {
    if (!/^\d+$/.test(seed) || Number(seed) > offers.largest_seed) {
      throw new Error(`The seed is a whole number from 0 to ${offers.largest_seed}.`);
    }
    body.seed = Number(seed);
  }
  return body;
}

function tellInDialog(words) {
  find("dialog-trouble").textContent = words;
  find("dialog-trouble").hidden = !words;
}

async function start() {
  const button = find("begin");
  if (button.disabled) return;
  tellInDialog("");
  button.disabled = true;
  const slow = setTimeout(() => {
    find("waiting").textContent = "Preparing the game. The first time it is compiled, which takes about a minute ...";
  }, SLOW);
  try {
    await openTable("/api/tables", wanted());
  } catch (refusal) {
    tellInDialog(refusal.message);
  } finally {
    clearTimeout(slow);
    find("waiting").textContent = "";
    button.disabled = false;
  }
}
