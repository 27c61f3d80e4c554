// The games that can be continued: those of the user's data folder, last played first.

const { ask, element, tellTrouble } = await import(`./asking.js${new URL(import.meta.url).search}`);
const { coverOf, openTable, skipTour } = await import(`./cards.js${new URL(import.meta.url).search}`);

const SLOW = 1500; // milliseconds, after which we say what takes so long
const find = (id) => document.getElementById(id);

export async function showKept() {
  const { games, fault } = await ask("/api/kept");
  const readable = games.filter((one) => !one.fault);
  const finished = readable.filter((one) => one.over);
  if (readable.length) skipTour();
  find("kept").replaceChildren(
    ...readable.filter((one) => !one.over).map(row),
    ...games.filter((one) => one.fault).map(damagedRow),
  );
  find("finished").replaceChildren(...finished.map(row));
  find("finished-part").hidden = !finished.length;
  find("kept-fault").textContent = fault;
  find("kept-fault").hidden = !fault;
  find("kept-part").hidden = !games.length && !fault;
}

function row(kept) {
  const made = element("li", "", { className: "kept" });
  const words = element("div");
  words.append(
    element("strong", kept.title),
    ...(kept.result ? [element("span", kept.result)] : []),
    element("span", played(kept)),
    element("small", `${kept.decisions} decisions, ${when(kept.when)}`),
  );
  const go = element("button", kept.over ? "Look at it" : "Continue", { type: "button", className: kept.over ? "" : "main" });
  go.setAttribute("aria-label", `${go.textContent}: ${kept.title}, ${played(kept)}, ${when(kept.when)}`);
  go.addEventListener("click", () => goOn(kept, go));
  made.append(coverOf(kept.game), words, go, deletion(kept, `${kept.title}, ${played(kept)}, ${when(kept.when)}`));
  return made;
}

function damagedRow(kept) {
  const made = element("li", "", { className: "kept" });
  made.append(element("div", kept.fault));
  if (kept.ours) made.append(deletion(kept, kept.fault));
  return made;
}

const played = (kept) => `${kept.configuration}, ${kept.hotseat ? "people at this screen" : `against ${kept.against}`}`;

function when(seconds) {
  return new Date(1000 * seconds).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

// Deleting takes two clicks: the second one on a button that says so.
function deletion(kept, words) {
  const button = element("button", "Delete", { type: "button" });
  button.setAttribute("aria-label", `Delete: ${words}`);
  const calm = () => {
    button.classList.remove("sure");
    button.textContent = "Delete";
    button.setAttribute("aria-label", `Delete: ${words}`);
  };
  button.addEventListener("blur", calm);
  button.addEventListener("click", async () => {
    if (!button.classList.contains("sure")) {
      button.classList.add("sure");
      button.textContent = "Really delete?";
      button.setAttribute("aria-label", `Really delete: ${words}?`);
      return;
    }
    tellTrouble("");
    try {
      await ask(`/api/kept/${kept.id}/delete`, {});
      await showKept();
      (find("kept").querySelector("button") ?? find("games").querySelector("button")).focus();
    } catch (refusal) {
      tellTrouble(refusal.message);
      calm();
    }
  });
  return button;
}

async function goOn(kept, button) {
  if (button.disabled) return;
  tellTrouble("");
  button.disabled = true;
  const words = button.textContent;
  const slow = setTimeout(() => { button.textContent = "Preparing ..."; }, SLOW);
  try {
    await openTable(`/api/kept/${kept.id}/continue`, {});
  } catch (refusal) {
    tellTrouble(refusal.message);
  } finally {
    clearTimeout(slow);
    button.textContent = words;
    button.disabled = false;
  }
}
