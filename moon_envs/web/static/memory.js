// What this browser remembers of its reader. A browser that keeps nothing for pages remembers nothing, and all else works.

export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The next page asks again.
  }
}

export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export const TOURED = "moon-toured"; // whether the tour was seen, or is not needed
export const NAME = "moon-name"; // of the people at this screen, by seat
export const LEVEL = "moon-level"; // the level that was chosen last
