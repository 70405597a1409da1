// The 3-D replay of a Clipmark report: it begins when it comes on the screen, and goes where the rest of the page leads.
import { decode } from "./data.js";
import { Replay } from "./replay.js";

const figure = document.getElementById("replay");
/** What other parts of the page asked for before the replay was there. */
let asked = null;
if (figure) {
  let begun = null;
  const begin = () => (begun ??= start(figure).catch((e) => say(figure, `The replay cannot be shown: ${e.message}`)));
  whenSeen(figure, begin);
  // The whole page leads here: plots, the table of failures, marks.
  document.addEventListener("clipmark-goto", async ({ detail }) => {
    asked = detail;
    if (detail.scroll) figure.scrollIntoView({ block: "nearest" });
    await begin();
    if (asked) figure.replay?.goTo(asked);
    asked = null;
  });
  // An address such as …/index.html#tick=123&contestant=1 leads here too.
  const moment = new URLSearchParams(location.hash.slice(1));
  if (moment.has("tick")) {
    const detail = { tick: Number(moment.get("tick")), contestant: Number(moment.get("contestant")), scroll: true };
    document.dispatchEvent(new CustomEvent("clipmark-goto", { detail }));
  }
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-tick], button[data-place]");
    if (!button) return;
    const { tick, contestant, place } = button.dataset;
    const detail = place ? { place: place.split(" ").map(Number) } : { tick: Number(tick), contestant: Number(contestant) };
    document.dispatchEvent(new CustomEvent("clipmark-goto", { detail: { ...detail, scroll: !figure.contains(button) } }));
  });
}

function whenSeen(element, then) {
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some((s) => s.isIntersecting)) return;
    watch.disconnect();
    then();
  }, { rootMargin: "200px" });
  watch.observe(element);
}

function say(figure, text) {
  figure.querySelector(".replay-status").textContent = text;
}

async function start(figure) {
  const data = await decode(document.getElementById("replay-data").textContent);
  const replay = new Replay(figure, data);
  say(figure, "");
  figure.dataset.ready = "yes";
  figure.replay = replay;
}
