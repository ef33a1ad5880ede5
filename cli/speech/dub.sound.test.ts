import { afterAll, expect, it } from "vitest";
import { type FittedLine, fitSpeech, PACE_LIMITS, slotsOf } from "#audio/dubbing/fit-speech.ts";
import { mixDub } from "#audio/dubbing/mix-dub.ts";
import { PERSONAS } from "#audio/narration/personas.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import { openNarrator } from "./open-narrator.ts";

const narrator = openNarrator();
afterAll(() => narrator.close());

/** Start and end of lines of a recording, with their translation. */
const LINES = {
  de: [
    [0.75, 3, "Der Morgenzug war wieder zu spät."],
    [4.125, 6, "Niemanden schien es zu stören."],
    // Too long for its time: spoken faster, and into the following pause.
    [7.2, 8.6, "Am Ende kamen alle doch noch rechtzeitig zur Arbeit."],
    [11.5, 13, "Bis morgen!"],
  ],
  ja: [
    [0.75, 3, "朝の電車はまた遅れました。"],
    [4.125, 6, "誰も気にしていないようでした。"],
    [7.2, 9.6, "それでも全員が仕事に間に合いました。"],
    [11.5, 13, "また明日。"],
  ],
} as const;
const SECONDS = 14;
const format = { sampleRate: 48_000, channels: 2 };

it.each(Object.entries(LINES))(
  "TLS-1 lines in %s, spoken by the built-in voice, begin within 150 ms of their times and end before the next",
  { timeout: 180_000 },
  async (language, given) => {
    const lines = given.map(([from, to, text]) => ({ from, to, text }));
    const slots = slotsOf(lines, SECONDS);
    const spoken: FittedLine[] = [];
    for (const [at, { text }] of lines.entries())
      spoken.push(
        await fitSpeech(
          (speed) => narrator.synthesize(text, { language, persona: PERSONAS.maren, speed }),
          slots[at]!,
        ),
      );
    for (const { pace, excess } of spoken) {
      expect(excess).toBe(0);
      expect(pace).toBeGreaterThanOrEqual(PACE_LIMITS.slowest);
      expect(pace).toBeLessThanOrEqual(PACE_LIMITS.fastest);
    }
    const blocks: Float32Array[][] = [];
    const mix = mixDub({
      format,
      frames: SECONDS * format.sampleRate,
      background: null,
      duck: 0,
      gain: 0,
      lines: lines.map(({ from, to }, at) => ({
        at: from,
        end: from + slots[at]!.room,
        until: to,
        read: async () => spoken[at]!,
      })),
    });
    for await (const block of mix) blocks.push(block.map((plane) => plane.slice()));
    const [left] = joinBlocks(blocks, 2);
    expect(left!.length).toBe(SECONDS * format.sampleRate);
    const isLoud = (frame: number): boolean => Math.abs(left![frame] ?? 0) > 0.01;
    for (const [at, { from }] of lines.entries()) {
      const before = at === 0 ? 0 : lines[at - 1]!.from;
      const end = before + (at === 0 ? 0 : slots[at - 1]!.room);
      let frame = Math.round(end * format.sampleRate);
      while (!isLoud(frame) && frame < left!.length) frame++;
      const late = frame / format.sampleRate - from;
      expect([at, Math.abs(late) < 0.15, late]).toEqual([at, true, late]);
    }
  },
);
