import { type Paper, faded, mixed } from "./paper.ts";
import type { VisualInput } from "./visual-input.ts";

const COUNT = 150;

/** A pseudorandom number from 0 to 1 for a seed and an index (PCG's output function). */
export function randomAt(seed: number, index: number): number {
  let state = (Math.imul(seed ^ Math.imul(index, 0x9e37_79b1), 747_796_405) + 2_891_336_453) | 0;
  state = Math.imul(((state >>> ((state >>> 28) + 4)) ^ state) | 0, 277_803_737);
  return (((state >>> 22) ^ state) >>> 0) / 2 ** 32;
}

const wrapped = (value: number): number => value - Math.floor(value);

/** Lights that drift upwards with the loudness and flash with the beats. */
export function paintParticles(paper: Paper, { time, motion, look, frame }: VisualInput): void {
  const travel = motion.travelAt(time);
  const energy = motion.energyAt(time);
  const pulse = motion.pulseAt(time);
  for (let at = 0; at < COUNT; at++) {
    const of = (index: number): number => randomAt(look.seed, at * 8 + index);
    const depth = of(0);
    const speed = 0.05 + 0.22 * depth;
    const up = wrapped(of(1) + time * 0.012 + travel * speed);
    const sway = 0.02 * Math.sin(2 * Math.PI * (of(2) + time * (0.05 + 0.06 * of(3))));
    const x = frame.x + wrapped(of(4) + sway) * frame.width;
    const y = frame.y + frame.height * (1.06 - 1.12 * up);
    const radius = (3 + 15 * depth * depth) * (0.8 + 0.5 * energy + 0.35 * pulse * of(5));
    // Particles fade in and out at the edges.
    const edge = Math.min(1, 8 * Math.min(up, 1 - up));
    const share = edge * (0.16 + 0.5 * energy + 0.18 * pulse) * (0.45 + 0.55 * of(6));
    paper.fillStyle = faded(mixed(look.accent, look.ink, of(7) * 0.7), share);
    paper.beginPath();
    paper.arc(x, y, radius, 0, 2 * Math.PI);
    paper.fill();
  }
}
