import { expect, it } from "vitest";
import effect from "./{{id}}.ts";

const format = { sampleRate: 48_000, channels: 1 };
const context = { analysis: null, prepared: null };
const wave = Float32Array.from({ length: 480 }, (_, at) => Math.sin(at / 10));
const through = (strength: number): Float32Array =>
  effect.create({ strength }, format, context).process([wave])![0]!;

it("TLS-1 {{id}} lifts what is soft, the more the stronger it is, and takes off what is loud", () => {
  expect(through(0)).toEqual(wave);
  expect(through(50)[1]).toBeGreaterThan(wave[1]!);
  expect(through(100)[1]).toBeGreaterThan(through(50)[1]!);
  expect(through(100)[16]).toBeLessThan(wave[16]!);
});
