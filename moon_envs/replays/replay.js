(() => {
  "use strict";
  const SPEEDS = [0.5, 1, 2, 4, 8, 16]; // steps a second
  const FIRST_SPEED = 2;
  const PLOT = { width: 360, height: 170, left: 30, right: 8, top: 8, bottom: 20 };
  const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 2"];
  const PLAYER_COLOURS = 6;
  const BORDER = 8; // pixels around the table
  const NARROW = window.matchMedia("(max-width: 860px)");

  const byId = (id) => document.getElementById(id);
  const page = { position: 0, view: 0, timer: 0, frames: [], shown: "" };
  let game = null;

  // The game comes as JSON, compressed by zlib ("deflate" to browsers), in base64.
  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  // Every frame of a view as numbers of pieces, from what each changes of the one before.
  function framesOf(view) {
    let numbers = [];
    return view.frames.map((changes) => {
      if (changes.length) {
        numbers = numbers.slice();
        for (const [start, gone, ...added] of changes.slice().reverse()) numbers.splice(start, gone, ...added);
      }
      return numbers;
    });
  }

  const last = () => view().frames.length - 1;
  const view = () => game.views[page.view];
  const pieces = () => page.frames[page.view][page.position];
  const svg = () => pieces().map((number) => game.pieces[number]).join("") + "</svg>";

  function element(name, words, className) {
    const made = document.createElement(name);
    if (words !== undefined) made.textContent = words;
    if (className) made.className = className;
    return made;
  }

  function svgElement(name, attributes, words) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (words !== undefined) made.textContent = words;
    return made;
  }

  // Where we are

  function go(position) {
    page.position = Math.max(0, Math.min(last(), position));
    show();
  }

  function turnOf(position) {
    let turn = 0;
    while (turn + 1 < view().turns.length && view().turns[turn + 1] <= position) turn += 1;
    return turn;
  }

  function byTurn(direction) {
    if (direction > 0) return go(view().turns.find((start) => start > page.position) ?? last());
    return go(view().turns.filter((start) => start < page.position).at(-1) ?? 0);
  }

  function play(isPlaying) {
    clearInterval(page.timer);
    page.timer = 0;
    if (isPlaying) {
      if (page.position === last()) go(0);
      page.timer = setInterval(() => {
        go(page.position + 1);
        if (page.position === last()) play(false);
      }, 1000 / Number(byId("speed").value));
    }
    document.body.classList.toggle("playing", isPlaying);
    byId("play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    byId("decision").setAttribute("aria-live", isPlaying ? "off" : "polite");
  }

  function changeSpeed(step) {
    const speed = byId("speed");
    speed.selectedIndex = Math.max(0, Math.min(SPEEDS.length - 1, speed.selectedIndex + step));
    if (page.timer) play(true);
  }

  // Every view has steps of its own: another one goes to its latest step that is no later than where we are.
  function chooseView(number) {
    const moment = view().moments[page.position];
    page.view = number;
    page.position = view().moments.findLastIndex((one) => one <= moment);
    byId("view").value = String(number);
    byId("slider").max = String(last());
    page.frames[number] ??= framesOf(view());
    fillPlotChoice();
    fillLog();
    show();
  }

  // The story

  // "player 1: write 7 ..." or news of others; later steps say only who decides.
  function sentence(target, step) {
    target.replaceChildren();
    const who = game.phrases[view().who[step]];
    if (who) target.append(element("span", `${who}: `, "who"));
    if (step < page.position) target.append(game.phrases[view().words[step]]);
    else target.append(element("span", "…", "hidden-words"));
  }

  function showDecision() {
    const words = byId("decision");
    const events = byId("events");
    events.replaceChildren();
    if (page.position === 0) {
      words.textContent = "The game begins.";
      return;
    }
    const step = page.position - 1;
    sentence(words, step);
    for (const event of view().events[step]) events.append(element("li", game.phrases[event]));
  }

  function fillLog() {
    const log = byId("log");
    log.replaceChildren();
    view().words.forEach((_, step) => {
      if (view().turns.includes(step)) log.append(element("h3", turnName(turnOf(step))));
      const line = element("button");
      line.type = "button";
      line.dataset.position = String(step + 1);
      line.append(element("span", String(step + 1), "number"), element("span", "", "said"));
      log.append(line);
    });
  }

  function turnName(turn) {
    const name = game.simultaneous ? "Phase" : "Turn";
    return `${name} ${turn + 1} of ${view().turns.length}`;
  }

  // Only lines between here and where we were before are told anew.
  function showLog() {
    const lines = byId("log").querySelectorAll("button");
    lines.forEach((line, step) => {
      const isPast = step < page.position;
      if (line.dataset.past !== String(isPast)) {
        line.dataset.past = String(isPast);
        sentence(line.lastChild, step);
        line.classList.toggle("later", !isPast);
      }
      const isHere = step === page.position - 1;
      line.tabIndex = isHere || (page.position === 0 && step === 0) ? 0 : -1;
      if (isHere) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    const log = byId("log");
    const here = lines[page.position - 1];
    if (!here) {
      log.scrollTop = 0;
    } else if (here.offsetTop < log.scrollTop + log.offsetTop || here.offsetTop > log.scrollTop + log.offsetTop + log.clientHeight - 40) {
      log.scrollTop = here.offsetTop - log.offsetTop - log.clientHeight / 2;
    }
  }

  // The table

  function showTable() {
    const drawn = svg();
    if (drawn === page.shown) return;
    page.shown = drawn;
    const table = byId("table");
    table.innerHTML = drawn;
    // Nothing is chosen here: what could be clicked in the game is no stop for the keyboard.
    for (const stop of table.querySelectorAll("[tabindex]")) stop.removeAttribute("tabindex");
    const picture = table.querySelector("svg");
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", `The table, ${view().name}, position ${page.position}`);
    resize();
  }

  // All panels at once if they have room; else they scroll.
  function resize() {
    const table = byId("table");
    const picture = table.querySelector("svg");
    const size = Number(byId("size").value);
    const width = table.clientWidth - (NARROW.matches ? BORDER : 2 * BORDER);
    const height = NARROW.matches ? window.innerHeight : table.clientHeight - 2 * BORDER;
    arrange(picture, width, height);
    if (size) picture.style.width = `${size * picture.viewBox.baseVal.width}px`;
  }

  // The plot

  const sideName = (side) => {
    const agent = game.agents[side];
    return view().points.names[side] + (agent ? ` (${agent})` : "");
  };
  const total = (side, position) => side.reduce((sum, category) => sum + (category[position] ?? 0), 0);
  const totals = (side) => side[0].map((_, position) => total(side, position));

  function fillPlotChoice() {
    const choice = byId("plot-choice");
    const before = choice.value;
    choice.replaceChildren();
    const points = view().points;
    choice.disabled = !points;
    if (!points) return;
    const add = (group, value, words) => {
      const option = element("option", words);
      option.value = value;
      group.append(option);
    };
    const all = element("optgroup");
    all.label = "everybody";
    add(all, "total", "total");
    points.categories.forEach((category, place) => add(all, `category ${place}`, category));
    const each = element("optgroup");
    each.label = "one side, by category";
    points.names.forEach((_, side) => add(each, `side ${side}`, sideName(side)));
    choice.append(all, each);
    if ([...choice.options].some((option) => option.value === before)) choice.value = before;
  }

  function curves() {
    const points = view().points;
    const [kind, number] = byId("plot-choice").value.split(" ");
    const curve = (name, place, values) => ({ name, values, colour: `var(--player-${place % PLAYER_COLOURS})`, dash: DASHES[(place + Math.floor(place / PLAYER_COLOURS)) % DASHES.length] });
    if (kind === "side") return points.categories.map((category, place) => curve(category, place, points.values[Number(number)][place]));
    return points.values.map((side, place) => curve(sideName(place), place, kind === "total" ? totals(side) : side[Number(number)]));
  }

  function stepsBetween(low, high) {
    const rough = (high - low) / 4 || 1;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough));
    const found = [];
    for (let value = Math.ceil(low / step) * step; value <= high; value += step) found.push(value);
    return found;
  }

  function showPlot() {
    const target = byId("plot");
    const legend = byId("legend");
    legend.replaceChildren();
    if (!view().points) {
      target.textContent = "This view shows no points.";
      return;
    }
    const drawn = curves();
    const known = drawn.flatMap((curve) => curve.values).filter((value) => value !== null);
    const low = Math.min(0, ...known);
    const high = Math.max(low + 1, ...known);
    const x = (position) => PLOT.left + ((PLOT.width - PLOT.left - PLOT.right) * position) / Math.max(1, last());
    const y = (value) => PLOT.height - PLOT.bottom - ((PLOT.height - PLOT.top - PLOT.bottom) * (value - low)) / (high - low);
    const title = byId("plot-choice").selectedOptions[0].textContent;
    const plot = svgElement("svg", { viewBox: `0 0 ${PLOT.width} ${PLOT.height}`, role: "img", "aria-label": `Points over the game: ${title}` });
    for (const value of stepsBetween(low, high)) {
      plot.append(svgElement("path", { class: "grid", d: `M${PLOT.left} ${y(value)}H${PLOT.width - PLOT.right}` }));
      plot.append(svgElement("text", { x: PLOT.left - 5, y: y(value) + 4, "text-anchor": "end" }, String(value)));
    }
    for (const position of stepsBetween(0, last())) {
      plot.append(svgElement("text", { x: x(position), y: PLOT.height - 5, "text-anchor": "middle" }, String(position)));
    }
    for (const curve of drawn) {
      plot.append(svgElement("path", { class: "curve", style: `stroke:${curve.colour}`, "stroke-dasharray": curve.dash, d: path(curve.values, x, y) }));
      const entry = element("li");
      const sign = svgElement("svg", { viewBox: "0 0 24 8", "aria-hidden": "true" });
      sign.append(svgElement("path", { d: "M0 4H24", style: `stroke:${curve.colour};stroke-width:2.5`, "stroke-dasharray": curve.dash }));
      entry.append(sign, `${curve.name} `, element("b", String(curve.values[page.position] ?? "?")));
      legend.append(entry);
    }
    plot.append(svgElement("path", { class: "now", d: `M${x(page.position)} ${PLOT.top}V${PLOT.height - PLOT.bottom}` }));
    plot.addEventListener("click", (event) => {
      const box = plot.getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width) * PLOT.width - PLOT.left;
      go(Math.round((share / (PLOT.width - PLOT.left - PLOT.right)) * last()));
    });
    target.replaceChildren(plot);
  }

  // Points change at a step, and stay until the next: stairs. What is not known is a gap.
  function path(values, x, y) {
    let drawn = "";
    values.forEach((value, position) => {
      if (value === null) return;
      const isGoingOn = position > 0 && values[position - 1] !== null;
      drawn += isGoingOn ? `H${x(position).toFixed(1)}` : `M${x(position).toFixed(1)} ${y(value).toFixed(1)}`;
      if (isGoingOn && values[position - 1] !== value) drawn += `V${y(value).toFixed(1)}`;
    });
    return drawn;
  }

  // All of it

  function show() {
    const position = page.position;
    byId("slider").value = String(position);
    const words = `${position} of ${last()} steps · ${turnName(turnOf(position)).toLowerCase()}`;
    byId("position").textContent = words;
    byId("slider").setAttribute("aria-valuetext", words);
    for (const id of ["first", "back", "turn-back"]) byId(id).disabled = position === 0;
    for (const id of ["last", "forward", "turn-forward"]) byId(id).disabled = position === last();
    showTable();
    showDecision();
    showPlot();
    showLog();
  }

  function toggleTheme() {
    const dark = byId("dark");
    const isDark = window.matchMedia(dark.media).matches;
    dark.media = isDark ? "not all" : "all";
    nameTheme();
  }

  function nameTheme() {
    const isDark = window.matchMedia(byId("dark").media).matches;
    byId("theme").setAttribute("aria-pressed", String(isDark));
  }

  const KEYS = {
    ArrowLeft: () => go(page.position - 1),
    ArrowRight: () => go(page.position + 1),
    "Shift+ArrowLeft": () => byTurn(-1),
    "Shift+ArrowRight": () => byTurn(1),
    Home: () => go(0),
    End: () => go(last()),
    " ": () => play(!page.timer),
    "+": () => changeSpeed(1),
    "-": () => changeSpeed(-1),
    v: () => chooseView((page.view + 1) % game.views.length),
    d: toggleTheme,
    "?": () => byId("help").showModal(),
  };

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || byId("help").open) return;
    const target = event.target;
    if (target.tagName === "SELECT") return;
    if (event.key === " " && target.tagName === "BUTTON") return; // which it presses
    const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    if (!Object.hasOwn(KEYS, name)) return;
    event.preventDefault();
    KEYS[name]();
  }

  function listen() {
    const clicks = {
      first: () => go(0),
      "turn-back": () => byTurn(-1),
      back: () => go(page.position - 1),
      play: () => play(!page.timer),
      forward: () => go(page.position + 1),
      "turn-forward": () => byTurn(1),
      last: () => go(last()),
      theme: toggleTheme,
      "help-button": () => byId("help").showModal(),
    };
    for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
    byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
    byId("speed").addEventListener("change", () => page.timer && play(true));
    byId("view").addEventListener("change", (event) => chooseView(Number(event.target.value)));
    byId("size").addEventListener("change", resize);
    window.addEventListener("resize", resize);
    byId("plot-choice").addEventListener("change", showPlot);
    byId("log").addEventListener("click", (event) => {
      const line = event.target.closest("button");
      if (line) go(Number(line.dataset.position));
    });
    document.addEventListener("keydown", onKey);
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", nameTheme);
  }

  async function begin() {
    game = await unpack(byId("game").textContent);
    byId("about").textContent = game.about;
    game.views.forEach((one, number) => {
      const option = element("option", one.name);
      option.value = String(number);
      byId("view").append(option);
    });
    for (const speed of SPEEDS) {
      const option = element("option", `${speed} a second`);
      option.value = String(speed);
      option.selected = speed === FIRST_SPEED;
      byId("speed").append(option);
    }
    nameTheme();
    listen();
    chooseView(0);
    document.body.dataset.ready = "true";
  }

  // For tests, and for looking at pictures from the console.
  window.replay = { svg: () => svg(), go: (position) => go(position) };

  begin().catch((error) => {
    byId("table").append(element("p", `This page is damaged: ${error}`, "failure"));
    throw error;
  });
})();
