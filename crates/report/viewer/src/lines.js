// Lines over all else, redrawn as what they show changes.
import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments } from "three";

export function lines(opacity) {
  const drawn = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ transparent: true, opacity, depthTest: false }));
  drawn.frustumCulled = false;
  drawn.renderOrder = 3;
  return drawn;
}

/** Gives them other ends, three numbers each. */
export function redraw(drawn, points) {
  drawn.geometry.dispose();
  drawn.geometry = new BufferGeometry();
  drawn.geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
}
