// Fingers: the first tap selects and says what it means, the second one, or a button, does it.

const find = (id) => document.getElementById(id);
let selected = null; // what was tapped
let confirmed; // what then happens

export function listen() {
  find("do-it").addEventListener("click", () => {
    const go = confirmed;
    deselect();
    go?.();
  });
  find("do-not").addEventListener("click", deselect);
}

// Whether a click comes from a finger. Mice, keys and screen readers mean what they click.
export const isTap = (event) => event.pointerType === "touch";

export function confirm(thing, words, go) {
  const isSecond = thing === selected;
  deselect();
  if (isSecond) {
    go();
    return;
  }
  [selected, confirmed] = [thing, go];
  thing.classList.add("marked");
  find("meaning").textContent = words;
  find("confirm").hidden = false;
}

export function deselect() {
  selected?.classList.remove("marked");
  [selected, confirmed] = [null, undefined];
  find("confirm").hidden = true;
}
