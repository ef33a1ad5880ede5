import { MessageChannel } from "node:worker_threads";
import { expect, it } from "vitest";
import type { Effect } from "../../../audio/effect.ts";
import { defineEffect } from "../../../audio/effect.ts";
import { wavOf } from "../../../tests/e2e/sounds.ts";
import { help } from "./help.ts";
import { workInStretches } from "./in-stretches.ts";
import { openSound } from "./open-sound.ts";

/** Each sample and the one before it: a stretch that began too late would be wrong at its start. */
const echo = defineEffect({
  id: "echo",
  parameters: {},
  length: "same",
  neutral: null,
  parallel: { before: 0.01, after: 0 },
  create() {
    let last = 0;
    return {
      process: (block) =>
        block.map((plane) =>
          plane.map((value) => {
            const sum = value + last;
            last = value;
            return sum;
          }),
        ),
      finish: () => null,
    };
  },
});

it("TLS-1 stretches that several workers did are the whole, in order", async () => {
  const sound = wavOf({ seconds: 1.05, rate: 8000 }, (time) => 0.4 * Math.sin(2000 * time * time));
  const file = new Blob([new Uint8Array(sound)]);
  const channels = [new MessageChannel(), new MessageChannel(), new MessageChannel()];
  for (const { port2 } of channels)
    help(
      { call: "help", effect: "echo", file, values: {}, port: port2 as never },
      {
        openSource: openSound,
        loadEffect: async () => echo as unknown as Effect,
        resources: { bytes: async () => new ArrayBuffer(0) },
      },
    );
  const output: number[] = [];
  const input: number[] = [];
  await workInStretches(
    channels.map(({ port1 }) => port1 as never),
    1000,
    async (before, after) => {
      input.push(...before[0]!);
      output.push(...after[0]!);
    },
  );
  for (const { port1 } of channels) port1.close();
  expect(input.length).toBe(8400);
  expect(output).toEqual(input.map((value, at) => Math.fround(value + (input[at - 1] ?? 0))));
});
