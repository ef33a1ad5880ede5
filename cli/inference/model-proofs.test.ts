import { expect, it } from "vitest";
import { InferenceError } from "#audio/nets/inference/inference-error.ts";
import { createModelProofs, proveAll, watchProofs } from "./model-proofs.ts";

const MINUTE = 60_000;
const DOWN = new InferenceError("unreachable", "It cannot be reached");

/** A server with one model, whose version, answers and time the test sets. */
function openServer() {
  const server = { now: 0, version: "1", fault: null as InferenceError | null, proofs: 0 };
  const events: string[] = [];
  const fail = (): void => {
    if (server.fault) throw server.fault;
  };
  const proofs = createModelProofs(["model"], {
    async prove() {
      server.proofs++;
      fail();
      return -120;
    },
    async readVersion() {
      fail();
      return server.version;
    },
    clock: () => server.now,
    log: (_, event) => void events.push(event),
    url: "http://server",
    signal: new AbortController().signal,
  });
  return { server, events, ...proofs };
}

it("JOB-7 a model is proven before it is used, and again when its version changes or its proof is old", async () => {
  const { server, events, runs, look } = openServer();
  expect(runs("model")).toBe(false);
  await look();
  expect([runs("model"), server.proofs]).toEqual([true, 1]);
  server.now += 2 * MINUTE;
  await look();
  expect(server.proofs).toBe(1);
  server.version = "2";
  server.now += 2 * MINUTE;
  await look();
  expect([runs("model"), server.proofs]).toEqual([true, 2]);
  server.now += 7 * 60 * MINUTE;
  await look();
  expect(server.proofs).toBe(3);
  expect(new Set(events)).toEqual(new Set(["inference_model_proven"]));
});

it("JOB-7 a server that was away proves its models again before it gets requests", async () => {
  const { server, events, runs, look, drop } = openServer();
  await look();
  server.fault = DOWN;
  server.now += 2 * MINUTE;
  await look();
  server.fault = null;
  server.now += 2 * MINUTE;
  await look();
  expect(server.proofs).toBe(2);
  // The requests of jobs have failed.
  drop();
  server.fault = DOWN;
  for (let at = 0; at < 3; at++) await look();
  expect(runs("model")).toBe(false);
  expect(events.filter((event) => event === "inference_model_refused")).toHaveLength(1);
  server.fault = null;
  await look();
  expect(runs("model")).toBe(true);
  // One that has too much to do is the same one.
  const { proofs } = server;
  server.fault = new InferenceError("busy", "It answered 429");
  server.now += 2 * MINUTE;
  await look();
  server.fault = null;
  server.now += 2 * MINUTE;
  await look();
  expect(server.proofs).toBe(proofs);
});

it("JOB-7 a doubt is answered by a proof, at most once a minute", async () => {
  const { server, runs, look, doubt } = openServer();
  await look();
  expect(await doubt("model")).toBe(true);
  expect(server.proofs).toBe(1);
  server.now += MINUTE;
  const both = [doubt("model"), doubt("model")];
  expect(runs("model")).toBe(false);
  expect(await Promise.all(both)).toEqual([true, true]);
  expect(server.proofs).toBe(2);
  server.now += MINUTE;
  server.fault = new InferenceError("overflow", "Its answer is not finite");
  expect(await doubt("model")).toBe(false);
  expect(runs("model")).toBe(false);
});

it("JOB-7 an old proof holds while the server is busy, but not after a doubt or with another version", async () => {
  const { server, runs, look, doubt } = openServer();
  const busy = new InferenceError("busy", "It answered 429");
  await look();
  server.now += 7 * 60 * MINUTE;
  server.fault = busy;
  await look();
  expect([runs("model"), server.proofs]).toEqual([true, 1]);
  server.fault = null;
  await look();
  expect([runs("model"), server.proofs]).toEqual([true, 2]);
  server.now += 2 * MINUTE;
  server.fault = busy;
  expect(await doubt("model")).toBe(false);
  expect(runs("model")).toBe(false);
});

it("JOB-7 an error of a round is logged, and the next round follows", async () => {
  const ending = new AbortController();
  const events: string[] = [];
  let rounds = 0;
  const look = async (): Promise<void> => {
    if (++rounds === 1) throw new TypeError("A file is missing");
    ending.abort();
  };
  const log = (_: string, event: string): void => void events.push(event);
  await watchProofs({ look }, { log, signal: ending.signal, every: 1 });
  expect([rounds, events]).toEqual([2, ["inference_proof_failed"]]);
});

it("JOB-7 the first proofs of several servers run at the same time, of many a few", async () => {
  let [running, max] = [0, 0];
  const looks: string[] = [];
  const gates = Array.from({ length: 9 }, () => Promise.withResolvers<void>());
  const all = proveAll(
    gates.map(({ promise }, at) => ({
      async look() {
        max = Math.max(max, ++running);
        await promise;
        looks.push(`server ${at}`);
        running--;
      },
    })),
  );
  // The first one answers last.
  for (const { resolve } of gates.toReversed()) {
    resolve();
    await Promise.resolve();
  }
  await all;
  expect(new Set(looks).size).toBe(9);
  expect(max).toBe(4);
});
