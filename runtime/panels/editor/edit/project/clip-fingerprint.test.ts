import { expect, it } from "vitest";
import { copyClips } from "#audio/edit/clips.ts";
import type { Clip } from "#audio/edit/edit.ts";
import { clipFingerprint } from "./clip-fingerprint.ts";

const clip: Clip = { at: 0, source: "file-1", start: 0, end: 10_000 };
const prints = { "file-1": "abc", "file-2": "abc", "file-3": "def" };
const nameOf = (clips: readonly Clip[]): string | null =>
  clipFingerprint(copyClips(clips, 4000, 5000), prints);

it("TLS-1 clips from another copy of the file, or cut elsewhere, have the same fingerprint", () => {
  const name = nameOf([clip]);
  expect(nameOf([{ ...clip, end: 7000 }])).toBe(name);
  expect(nameOf([{ ...clip, at: 3000, start: 3000 }])).toBe(name);
  expect(nameOf([{ ...clip, source: "file-2" }])).toBe(name);
  const layer = { effect: "gain", values: {}, beneath: [], framesBeneath: 1, frames: 1 };
  expect(nameOf([{ ...clip, layer }])).toBe(name);
});

it("TLS-1 what sounds different has another name, and silence has none", () => {
  const names = [
    clip,
    { ...clip, start: 1, end: 10_001 },
    { ...clip, source: "file-3" },
    { ...clip, gain: -3 },
    { ...clip, reversed: true as const },
    { ...clip, envelope: [{ frame: 4200, gain: -3 }] },
    { ...clip, fades: [{ curve: "smooth" as const, silentAt: 0, fullAt: 9000 }] },
    { ...clip, end: 4500 },
  ].map((one) => nameOf([one]));
  expect(new Set(names).size).toBe(names.length);
  expect(nameOf([{ ...clip, end: 4000 }])).toBeNull();
});
