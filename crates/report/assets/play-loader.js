// Runs the page's script, which is packed to make the file small. The policy knows the script by its hash.
(async () => {
  const packed = Uint8Array.from(atob(document.getElementById("play-script").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  script.textContent = await new Response(stream).text();
  document.body.append(script);
})().catch((e) => {
  document.getElementById("status").textContent = `The page cannot be unpacked: ${e.message}`;
});
