// The replay's data as crates/report/src/replay/mod.rs packs it: gzip'd and in base64, a JSON head and then columns.

/** Positions are stored in steps of this, in units. */
const STEP = 1 / 64;
/** Yaw is stored in so many steps a turn. */
const TURN = 65536;

/** Unpacks the text of the data element. */
export async function decode(text) {
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  const view = new DataView(bytes);
  const length = view.getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  const columns = new Columns(view, 4 + length);
  const contestants = head.contestants.map((c) => ({ ...c, ...run(columns, head.ticks) }));
  const faces = Object.fromEntries(head.faces.map(([kind, sizes]) => [kind, polygons(columns, sizes)]));
  const movers = head.movers.map(({ name, faces }) => ({ name, faces: polygons(columns, faces) }));
  for (const contestant of contestants) contestant.movers = movers.map(() => places(columns, head.ticks));
  return { ...head, contestants, faces, movers };
}

/** Where a mover is after each tick: x, y, z in units, pitch, yaw and roll in degrees; of what stays, one number. */
function places(columns, ticks) {
  const changing = columns.uint8(1)[0];
  return Array.from({ length: 6 }, (_, n) => {
    let sum = 0;
    return Float32Array.from(columns.int32(changing & (1 << n) ? ticks : 1), (d) => (sum += d) * STEP);
  });
}

/** Reads numbers one after the other. */
class Columns {
  constructor(view, at) {
    this.view = view;
    this.at = at;
  }
  int32(n) {
    return Int32Array.from({ length: n }, () => this.view.getInt32((this.at += 4) - 4, true));
  }
  int16(n) {
    return Int16Array.from({ length: n }, () => this.view.getInt16((this.at += 2) - 2, true));
  }
  int8(n) {
    return Int8Array.from({ length: n }, () => this.view.getInt8(this.at++));
  }
  uint8(n) {
    return Uint8Array.from({ length: n }, () => this.view.getUint8(this.at++));
  }
}

function run(columns, ticks) {
  const axis = () => {
    let sum = 0;
    return Float32Array.from(columns.int32(ticks), (d) => (sum += d) * STEP);
  };
  const position = [axis(), axis(), axis()];
  const velocity = [columns.int16(ticks), columns.int16(ticks), columns.int16(ticks)];
  const yaw = Float32Array.from(columns.int16(ticks), (y) => (y / TURN) * 2 * Math.PI);
  const offs = columns.int16(ticks);
  const wish = yaw.map((y, k) => y + (offs[k] / TURN) * 2 * Math.PI);
  const keys = columns.uint8(ticks);
  const grounded = columns.uint8(ticks);
  return { position, velocity, yaw, wish, keys, grounded, contacts: contacts(columns, ticks) };
}

/** Where the normals of each tick begin among all, and the normals. */
function contacts(columns, ticks) {
  const counts = columns.uint8(ticks);
  const first = new Uint32Array(ticks + 1);
  counts.forEach((n, k) => (first[k + 1] = first[k] + n));
  const all = first[ticks];
  return { first, normals: [columns.int8(all), columns.int8(all), columns.int8(all)] };
}

/** The corners of faces of these sizes, x, y and z in turns. */
function polygons(columns, sizes) {
  const corners = sizes.reduce((sum, n) => sum + n, 0);
  const axes = [0, 1, 2].map(() => {
    let sum = 0;
    return Float32Array.from(columns.int32(corners), (d) => (sum += d) * STEP);
  });
  let first = 0;
  return sizes.map((n) => {
    const from = first;
    first += n;
    return Float32Array.from({ length: 3 * n }, (_, i) => axes[i % 3][from + Math.floor(i / 3)]);
  });
}
