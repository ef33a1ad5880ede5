import assert from "node:assert/strict";
import { test } from "node:test";
import effect from "./{{id}}.ts";

const format = { sampleRate: 48_000, channels: 1 };
const context = { analysis: null, prepared: null };
const wave = Float32Array.from({ length: 480 }, (_, at) => Math.sin(at / 10));
const through = (strength: number): Float32Array =>
  effect.create({ strength }, format, context).process([wave])![0]!;

test("{{id}} bears the name of its file", () => {
  assert.equal(effect.id, "{{id}}");
});

test("{{id}} lifts what is soft, the more the stronger it is, and takes off what is loud", () => {
  assert.deepEqual(through(0), wave);
  assert.ok(through(50)[1]! > wave[1]!);
  assert.ok(through(100)[1]! > through(50)[1]!);
  assert.ok(through(100)[16]! < wave[16]!);
});
