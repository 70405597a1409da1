// A link into a folded part unfolds it.
const unfold = () => { const part = document.getElementById(location.hash.slice(1)); if (part && part.tagName === "DETAILS") { part.open = true; part.scrollIntoView(); } };
addEventListener("hashchange", unfold);
unfold();
