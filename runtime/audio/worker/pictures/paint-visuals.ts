import { BANDS } from "#audio/visual/bands.ts";
import type { Visual } from "./look.ts";
import { type Box, type Paper, drawOver, faded, fillBar, mixed } from "./paper.ts";
import { paintParticles } from "./paint-particles.ts";
import type { PaintVisual, VisualInput } from "./visual-input.ts";

export const PAINTERS: Readonly<Record<Visual, PaintVisual>> = {
  wave: paintWave,
  bars: paintBars,
  spectrum: paintSpectrum,
  circle: paintCircle,
  particles: paintParticles,
  none: () => {},
};

const levels = new Float32Array(BANDS);

/**
 * Bars per second of a scrolling waveform, their distance and their width. At 30 frames per second
 * the waveform moves by ten pixels of a frame with 1080 lines: whole pixels are cheaper to encode.
 */
const WAVE = { rate: 15, pitch: 20, width: 10 } as const;
/** Minimum height of a bar, below which it is a dot, and exponent that raises quiet parts. */
const LIFT = 0.7;

/**
 * A waveform that scrolls past the current position in the center: the past is highlighted, the
 * future is not.
 */
function paintWave(paper: Paper, { time, motion, look, box }: VisualInput): void {
  const middle = box.y + box.height / 2;
  const center = box.x + box.width / 2;
  const count = Math.ceil(box.width / 2 / WAVE.pitch);
  const now = time * WAVE.rate;
  const first = Math.floor(now);
  for (let bar = first - count; bar <= first + count; bar++) {
    const x = center + (bar + 0.5 - now) * WAVE.pitch;
    const edge = Math.min(x - box.x, box.x + box.width - x);
    if (edge < WAVE.width / 2) continue;
    // The height of a bar does not depend on its position, so that nothing flickers as the waveform
    // scrolls.
    const peak = bar < 0 ? 0 : motion.peakBetween(bar / WAVE.rate, (bar + 1) / WAVE.rate);
    const height = Math.max(WAVE.width, peak ** LIFT * box.height);
    const lit = Math.max(0, Math.min(1, now - bar));
    const ends = Math.min(1, edge / (6 * WAVE.pitch));
    paper.fillStyle = faded(mixed(look.ink, look.accent, lit), (0.32 + 0.68 * lit) * ends);
    const area = { x: x - WAVE.width / 2, y: middle - height / 2, width: WAVE.width, height };
    fillBar(paper, area);
  }
}

/** Frequency bands side by side on a baseline, low ones first. */
function paintBars(paper: Paper, { time, motion, look, box }: VisualInput): void {
  motion.bandsAt(time, levels);
  const pitch = box.width / BANDS;
  const width = pitch * 0.58;
  const fill = paper.createLinearGradient(0, box.y + box.height, 0, box.y);
  fill.addColorStop(0, look.accent);
  fill.addColorStop(1, mixed(look.accent, look.ink, 0.45));
  paper.fillStyle = fill;
  for (const [band, level] of levels.entries()) {
    const height = Math.max(width, level * box.height);
    const x = box.x + (band + 0.5) * pitch - width / 2;
    fillBar(paper, { x, y: box.y + box.height - height, width, height });
  }
}

/** A smooth curve through points, which are given by their heights. */
function traceCurve(
  paper: Paper,
  { x, width }: Box,
  count: number,
  heightAt: (position: number) => number,
): void {
  const step = width / (count - 1);
  paper.moveTo(x, heightAt(0));
  for (let at = 0; at < count - 1; at++) {
    const [before, from, to, after] = [at - 1, at, at + 1, at + 2].map((column) =>
      heightAt(Math.max(0, Math.min(count - 1, column))),
    ) as [number, number, number, number];
    // Catmull-Rom spline, as a Bézier curve.
    paper.bezierCurveTo(
      x + (at + 1 / 3) * step,
      from + (to - before) / 6,
      x + (at + 2 / 3) * step,
      to - (after - from) / 6,
      x + (at + 1) * step,
      to,
    );
  }
}

/** Number of earlier spectra that fade behind the current one, and the seconds between them. */
const TRAILS = 4;
const TRAIL = 0.07;

/** The spectrum as a filled curve, with earlier spectra behind it. */
function paintSpectrum(paper: Paper, { time, motion, look, box }: VisualInput): void {
  const base = box.y + box.height;
  const heightAt = (position: number): number => {
    // The curve falls to the baseline at both ends.
    const edge = Math.min(1, Math.min(position, BANDS + 1 - position) / 3);
    const level = levels[Math.max(0, Math.min(BANDS - 1, position - 1))]!;
    return base - edge * level * box.height * 0.94 - 2;
  };
  paper.lineJoin = "round";
  for (let trail = TRAILS; trail >= 0; trail--) {
    motion.bandsAt(Math.max(0, time - trail * TRAIL), levels);
    const share = 1 - trail / (TRAILS + 1);
    paper.beginPath();
    traceCurve(paper, box, BANDS + 2, heightAt);
    paper.lineWidth = trail === 0 ? 5 : 2.5;
    paper.strokeStyle = faded(trail === 0 ? look.accent : look.ink, share ** 1.6 * 0.95);
    paper.stroke();
    if (trail > 0) continue;
    paper.lineTo(box.x + box.width, base);
    paper.lineTo(box.x, base);
    paper.closePath();
    const fill = paper.createLinearGradient(0, box.y, 0, base);
    fill.addColorStop(0, faded(look.accent, 0.55));
    fill.addColorStop(1, faded(look.accent, 0.04));
    paper.fillStyle = fill;
    paper.fill();
  }
}

/** Rays of a ring: each band appears twice, so that both sides are symmetric. */
const RAYS = 2 * BANDS;

/** Bands as rays around a ring that widens with the beats; low bands are at the bottom. */
function paintCircle(paper: Paper, { time, motion, look, box, cover }: VisualInput): void {
  motion.bandsAt(time, levels);
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const room = Math.min(box.width, box.height) / 2;
  const radius = room * (0.56 + 0.03 * motion.pulseAt(time) + 0.03 * motion.energyAt(time));
  const maxRadius = room * 0.38;
  const width = ((2 * Math.PI * radius) / RAYS) * 0.5;
  paper.save();
  paper.translate(cx, cy);
  for (let ray = 0; ray < RAYS; ray++) {
    const band = ray < BANDS ? ray : RAYS - 1 - ray;
    const level = levels[band]!;
    const length = Math.max(width, level * maxRadius);
    paper.save();
    paper.rotate(((ray + 0.5) / RAYS) * 2 * Math.PI);
    paper.fillStyle = mixed(look.accent, look.ink, 0.55 * level);
    fillBar(paper, { x: -width / 2, y: radius + 10, width, height: length });
    paper.restore();
  }
  paper.beginPath();
  paper.arc(0, 0, radius - 8, 0, 2 * Math.PI);
  if (cover) {
    paper.save();
    paper.clip();
    const side = 2 * (radius - 8);
    drawOver(paper, cover, { x: -side / 2, y: -side / 2, width: side, height: side });
    paper.restore();
  }
  paper.lineWidth = 4;
  paper.strokeStyle = faded(look.accent, 0.9);
  paper.stroke();
  paper.restore();
}
