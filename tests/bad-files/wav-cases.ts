import { join, put, u16, u32 } from "./bytes.ts";
import type { BadFile } from "./cases.ts";
import { samples16, samples32, toneAt, wavFile } from "./pcm-files.ts";

const COUNT = 4000;
const tone = samples16(COUNT);
const floats = (at: (frame: number) => number): Uint8Array =>
  wavFile(samples32(COUNT, at), { tag: 3, bits: 32 });
const HUGE = 0xffff_ffff;
const head = wavFile(tone).slice(0, 36);
const format = head.slice(12);

/** WAV files whose headers or samples are not what they should be. */
export const WAV_FILES: readonly BadFile[] = [
  { name: "rate-0.wav", bytes: wavFile(tone, { rate: 0 }), expected: ["rate", "unreadable"] },
  { name: "rate-1.wav", bytes: wavFile(tone, { rate: 1 }), expected: ["rate"] },
  { name: "rate-4000.wav", bytes: wavFile(tone, { rate: 4000 }), expected: ["rate"] },
  { name: "rate-768000.wav", bytes: wavFile(tone, { rate: 768_000 }), expected: ["rate"] },
  { name: "rate-most.wav", bytes: wavFile(tone, { rate: HUGE }), expected: ["rate"] },
  {
    name: "channels-0.wav",
    bytes: wavFile(tone, { channels: 0, align: 2 }),
    expected: ["channels", "unreadable"],
  },
  { name: "channels-9.wav", bytes: wavFile(tone, { channels: 9 }), expected: ["channels"] },
  { name: "channels-255.wav", bytes: wavFile(tone, { channels: 255 }), expected: ["channels"] },
  {
    name: "channels-65535.wav",
    bytes: wavFile(tone, { channels: 65_535, align: 2 }),
    expected: ["channels"],
  },
  {
    name: "bits-0.wav",
    bytes: wavFile(tone, { bits: 0, align: 2 }),
    expected: ["codec", "unreadable", "fine"],
  },
  { name: "bits-7.wav", bytes: wavFile(tone, { bits: 7, align: 1 }), expected: ["codec", "fine"] },
  {
    name: "bits-255.wav",
    bytes: wavFile(tone, { bits: 255, align: 32 }),
    expected: ["codec", "fine"],
  },
  {
    name: "align-0.wav",
    bytes: wavFile(tone, { align: 0 }),
    expected: ["unreadable", "noSamples", "damaged", "fine"],
  },
  {
    name: "align-most.wav",
    bytes: wavFile(tone, { align: 65_535 }),
    expected: ["unreadable", "noSamples", "damaged", "fine"],
  },
  { name: "codec-unknown.wav", bytes: wavFile(tone, { tag: 0x1234 }), expected: ["codec"] },
  { name: "codec-adpcm.wav", bytes: wavFile(tone, { tag: 2, bits: 4 }), expected: ["codec"] },
  { name: "codec-0.wav", bytes: wavFile(tone, { tag: 0 }), expected: ["codec"] },
  {
    name: "extensible-cut.wav",
    bytes: wavFile(tone, { tag: 0xfffe }),
    expected: ["codec", "unreadable", "fine", "noSamples"],
  },
  { name: "no-samples.wav", bytes: wavFile(new Uint8Array(0)), expected: ["noSamples"] },
  {
    name: "no-data-chunk.wav",
    bytes: head,
    expected: ["unreadable", "noSamples"],
  },
  {
    name: "no-format.wav",
    bytes: join("RIFF", u32(4 + 8 + tone.length), "WAVE", "data", u32(tone.length), tone),
    expected: ["unreadable", "noSamples"],
  },
  {
    name: "format-after-data.wav",
    bytes: join("RIFF", u32(4 + 32 + tone.length), "WAVE", "data", u32(tone.length), tone, format),
    expected: ["unreadable", "noSamples", "fine"],
  },
  {
    name: "size-0.wav",
    bytes: wavFile(tone, { size: 0 }),
    expected: ["fine", "noSamples"],
  },
  { name: "size-unknown.wav", bytes: wavFile(tone, { size: HUGE }), expected: ["fine"] },
  {
    name: "says-three-hours.wav",
    bytes: wavFile(tone, { size: 3 * 3600 * 32_000 }),
    expected: ["fine"],
    note: "cutOff",
  },
  {
    name: "riff-size-0.wav",
    bytes: put(wavFile(tone), 4, u32(0)),
    expected: ["fine", "unreadable"],
  },
  {
    name: "format-of-4-gigabytes.wav",
    bytes: put(wavFile(tone), 16, u32(HUGE)),
    expected: ["fine"],
  },
  {
    name: "chunk-of-4-gigabytes.wav",
    bytes: join(head, "LIST", u32(HUGE), "INFO", wavFile(tone).slice(36)),
    expected: ["fine"],
  },
  {
    name: "thousand-empty-chunks.wav",
    bytes: join(
      head,
      ...Array.from({ length: 1000 }, () => join("junk", u32(0))),
      wavFile(tone).slice(36),
    ),
    expected: ["fine", "noSamples"],
  },
  {
    name: "rf64-without-sizes.wav",
    bytes: put(wavFile(tone, { size: HUGE }), 0, join("RF64", u32(HUGE))),
    expected: ["fine", "unreadable", "noSamples", "damaged"],
  },
  {
    name: "rifx.wav",
    bytes: put(wavFile(tone), 0, join("RIFX")),
    expected: ["unreadable", "unsupported", "noSamples", "rate", "channels", "codec"],
  },
  { name: "silent.wav", bytes: wavFile(samples16(COUNT, () => 0)), expected: ["silent"] },
  { name: "nothing-but-nan.wav", bytes: floats(() => NaN), expected: ["silent"] },
  {
    name: "some-nan.wav",
    bytes: floats((frame) => (frame % 50 === 0 ? NaN : toneAt(frame))),
    expected: ["fine"],
    note: "notNumbers",
  },
  {
    name: "some-infinite.wav",
    bytes: floats((frame) => (frame % 50 === 0 ? Infinity : toneAt(frame))),
    expected: ["fine"],
    note: "notNumbers",
  },
  {
    name: "minus-infinite.wav",
    bytes: floats((frame) => (frame === 99 ? -Infinity : toneAt(frame))),
    expected: ["fine"],
    note: "notNumbers",
  },
  {
    name: "enormous.wav",
    bytes: floats((frame) => 1e30 * toneAt(frame)),
    // No sample is valid.
    expected: ["silent"],
  },
  { name: "tiny.wav", bytes: floats((frame) => 1e-38 * toneAt(frame)), expected: ["fine"] },
  {
    name: "clipped.wav",
    bytes: wavFile(samples16(COUNT, (frame) => Math.max(-1, Math.min(1, 9 * Math.sin(frame / 9))))),
    expected: ["fine"],
    note: "clipped",
  },
  {
    name: "one-sample.wav",
    bytes: wavFile(samples16(1, () => 0.5)),
    expected: ["fine"],
    note: "short",
  },
  { name: "half-a-sample.wav", bytes: wavFile(Uint8Array.of(7)), expected: ["noSamples"] },
  {
    name: "constant.wav",
    bytes: wavFile(samples16(COUNT, () => 0.25)),
    expected: ["fine"],
  },
  {
    name: "odd-rate.wav",
    bytes: join(wavFile(tone).slice(0, 22), u16(2), wavFile(tone).slice(24)),
    expected: ["fine", "unreadable", "damaged"],
  },
];
