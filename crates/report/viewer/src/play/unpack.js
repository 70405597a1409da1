// What the page carries, and what a person brings: gzip'd text of the page, and members of .pk3 archives.

/** Bytes of a gzip'd base64 element of the page. */
export async function packed(id) {
  const text = document.getElementById(id).textContent.trim();
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return inflate(bytes, "gzip");
}

export async function inflate(bytes, format) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The page's scene: a length, a JSON head, then the files that it names. */
export async function bundle(id) {
  const bytes = await packed(id);
  const view = new DataView(bytes.buffer);
  const length = view.getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let at = 4 + length;
  const files = head.files.map(([name, size]) => [name, bytes.subarray(at, (at += size))]);
  return { ...head, files };
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** The end record stands at most so far from the end of an archive: itself and the longest comment. */
const END_REACH = 22 + 65535;

/** Maps of a .pk3 (a zip archive), by name. Source: PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16. */
export async function maps(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= Math.max(0, bytes.length - END_REACH) && view.getUint32(end, true) !== END) end--;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error("it is no zip archive");
  const found = [];
  let at = view.getUint32(end + 16, true);
  for (let i = view.getUint16(end + 10, true); i > 0; i--) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error("the archive's directory is damaged");
    const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const [name, extra, comment] = [28, 30, 32].map((k) => view.getUint16(at + k, true));
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    const local = view.getUint32(at + 42, true);
    if (/\.(bsp|map)$/i.test(path)) found.push({ path, method, size, local });
    at += 46 + name + extra + comment;
  }
  return Promise.all(
    found.map(async ({ path, method, size, local }) => {
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const raw = bytes.subarray(from, from + size);
      return [path, method === 0 ? raw : await inflate(raw, "deflate-raw")];
    }),
  );
}
