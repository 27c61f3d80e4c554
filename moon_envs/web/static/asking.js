// Asking the server: every request carries the token that is in the address of the page.

export const token = new URLSearchParams(location.search).get("token") ?? "";

export class Refusal extends Error {
  constructor(status, answer) {
    super(answer.error ?? `The server answered ${status}.`);
    this.status = status;
    this.table = answer.table;
  }
}

// The answer to a request; with a body it is a POST.
export async function ask(path, body) {
  const request = { headers: { "X-Moon-Token": token }, cache: "no-store" };
  if (body !== undefined) {
    request.method = "POST";
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Refusal(0, { error: "The server does not answer. Is `moon-envs web` still running?" });
  }
  let answer = {};
  try {
    answer = await response.json();
  } catch {
    answer = { error: `The server answered ${response.status} without words.` };
  }
  if (!response.ok) throw new Refusal(response.status, answer);
  return answer;
}

// An address of this server that a link can lead to.
export function address(path) {
  return `${path}?token=${encodeURIComponent(token)}`;
}

// An element with words; whatever they are, they are not taken as HTML.
export function element(name, words = "", properties = {}) {
  const made = Object.assign(document.createElement(name), properties);
  made.textContent = words;
  return made;
}

export function tellTrouble(words) {
  const place = document.getElementById("trouble");
  place.textContent = words;
  place.hidden = !words;
}
