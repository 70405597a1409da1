// Light that never moves: each face's shade is worked out once, so that a pixel costs one texel and one product. That is what
// lets a large map be walked where the processor draws.
import { AmbientLight, DirectionalLight, DoubleSide, FrontSide, ShaderMaterial } from "three";

/** Where light comes from, and its strength as three.js counts it (a Lambert surface gives back 1/π). */
const LIGHTS = [
  { at: [-0.5, -0.7, 1], strength: 1.9 },
  { at: [0.7, 0.4, -0.4], strength: 0.6 },
];
const AMBIENT = 1.3;

/** The same light for what three.js shades. */
export function lamps() {
  const sources = LIGHTS.map(({ at, strength }) => {
    const light = new DirectionalLight(0xffffff, strength);
    light.position.set(...at);
    return light;
  });
  return [...sources, new AmbientLight(0xffffff, AMBIENT)];
}

const unit = (v) => v.map((x) => x / Math.hypot(...v));
const SOURCES = LIGHTS.map(({ at, strength }) => [unit(at), strength / Math.PI]);

/** How bright a face with this unit normal is. */
export function shade(normal) {
  const dot = (a) => Math.max(a[0] * normal[0] + a[1] * normal[1] + a[2] * normal[2], 0);
  return SOURCES.reduce((sum, [at, strength]) => sum + strength * dot(at), AMBIENT / Math.PI);
}

/** A part of a linear colour as the screen has it, 0 to 255 (IEC 61966-2-1). */
export function screen(linear) {
  const x = Math.min(Math.max(linear, 0), 1);
  return Math.round(255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055));
}

/** Shaded colours of the corners, on a picture. */
export function lit(picture, twoSided) {
  return new ShaderMaterial({
    uniforms: { picture: { value: picture } },
    vertexShader: `varying vec3 shade; varying vec2 place;
      void main() { shade = color; place = uv; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    fragmentShader: `uniform sampler2D picture; varying vec3 shade; varying vec2 place;
      void main() { gl_FragColor = vec4(shade * texture2D(picture, place).rgb, 1.0); }`,
    vertexColors: true,
    side: twoSided ? DoubleSide : FrontSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
}

/** Whether the browser draws without a graphics card: then smooth edges and sharp slanting pictures take most of a frame. */
export function drawnInSoftware() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return false;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
