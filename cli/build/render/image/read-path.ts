import { curveTo, lineTo, type Pen, penAt } from "./outline.ts";

type Point = readonly [x: number, y: number];

/** Units of the pen per unit of a path: curves become lines of at most a pixel of the pen. */
const FINE = 8;
/** Numbers that each command takes. */
const NUMBERS: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  z: 0,
  q: 4,
  t: 2,
  c: 6,
  s: 4,
  a: 7,
};
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;

/**
 * Line segments of an SVG path as x, y, x, y, in the path's units. A segment without length is a
 * dot. Arcs must not be rotated.
 * @throws for other commands
 */
export function readPath(path: string): readonly number[] {
  const pen = penAt(0, 0);
  let start: Point = [0, 0];
  /** The last curve's command and its last control point, for the short forms of curves. */
  let curve: { readonly name: string; readonly control: Point } | null = null;
  for (const [, command, list] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const name = command!.toLowerCase();
    const count = NUMBERS[name];
    const numbers = Array.from(list!.matchAll(NUMBER), ([text]) => Number(text));
    if (count === undefined || (count > 0 && numbers.length % count !== 0))
      throw new Error(`Cannot draw ${path}`);
    if (name === "z") lineTo(pen, start);
    for (let at = 0; at < numbers.length; at += count) {
      const [x, y] = command === name ? [pen.x, pen.y] : [0, 0];
      const own = numbers.slice(at, at + count);
      const points = pairsOf(own).map(([dx, dy]): Point => [x + dx * FINE, y + dy * FINE]);
      const controls: readonly Point[] = "ts".includes(name)
        ? [mirrored(pen, curve, name), ...points]
        : points;
      curve = null;
      if (name === "m" && at === 0) [pen.x, pen.y] = start = points[0]!;
      else if (name === "m" || name === "l") lineTo(pen, points[0]!);
      else if (name === "h") lineTo(pen, [x + own[0]! * FINE, pen.y]);
      else if (name === "v") lineTo(pen, [pen.x, y + own[0]! * FINE]);
      else if (name === "a") arcTo(pen, own, [x + own[5]! * FINE, y + own[6]! * FINE]);
      else {
        curve = { name, control: controls.at(-2)! };
        drawCurve(pen, controls);
      }
    }
  }
  return pen.lines.map((value) => value / FINE);
}

const pairsOf = (numbers: readonly number[]): Point[] =>
  Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => [
    numbers[2 * index]!,
    numbers[2 * index + 1]!,
  ]);

/** First control point of a short curve: that of the same kind of curve before, mirrored. */
function mirrored(
  { x, y }: Pen,
  curve: { readonly name: string; readonly control: Point } | null,
  name: string,
): Point {
  const continues = curve !== null && (name === "t" ? "qt" : "cs").includes(curve.name);
  return continues ? [2 * x - curve.control[0], 2 * y - curve.control[1]] : [x, y];
}

/** A Bézier curve, quadratic with one control point and cubic with two. */
function drawCurve(pen: Pen, points: readonly Point[]): void {
  const to = points.at(-1)!;
  const { x, y } = pen;
  const toward = ([fromX, fromY]: Point): Point => [
    fromX + (2 / 3) * (points[0]![0] - fromX),
    fromY + (2 / 3) * (points[0]![1] - fromY),
  ];
  if (points.length === 3) curveTo(pen, points[0]!, points[1]!, to);
  else curveTo(pen, toward([x, y]), toward(to), to);
}

/** An arc of an ellipse (SVG 2, B.2.4). */
function arcTo(pen: Pen, [radiusX, radiusY, , large, sweep]: readonly number[], to: Point): void {
  const [rx, ry] = [radiusX! * FINE, radiusY! * FINE];
  const dx = (pen.x - to[0]) / 2 / rx;
  const dy = (pen.y - to[1]) / 2 / ry;
  const half = Math.hypot(dx, dy);
  if (half === 0) return;
  // Radii that are too short for the distance are as long as needed.
  const grow = Math.max(1, half);
  const off = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, (grow / half) ** 2 - 1));
  const [centerX, centerY] = [off * dy, -off * dx];
  const from = Math.atan2(dy - centerY, dx - centerX);
  const turn = Math.atan2(-dy - centerY, -dx - centerX) - from;
  const angle = sweep
    ? (turn + 4 * Math.PI) % (2 * Math.PI)
    : -((4 * Math.PI - turn) % (2 * Math.PI));
  const [x, y] = [(pen.x + to[0]) / 2, (pen.y + to[1]) / 2];
  const steps = Math.ceil(Math.abs(angle) * Math.sqrt(grow * Math.max(rx, ry)));
  for (let step = 1; step <= steps; step++) {
    const at = from + (angle * step) / steps;
    lineTo(pen, [
      x + rx * (centerX + grow * Math.cos(at)),
      y + ry * (centerY + grow * Math.sin(at)),
    ]);
  }
}
