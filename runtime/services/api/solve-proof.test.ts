import { expect, it } from "vitest";
import { type Puzzle, isSolved, solvePuzzle, splitSolution } from "#core/crypto/proof-of-work.ts";
import { type ProofWorker, solveProof } from "./solve-proof.ts";

const puzzle = { challenge: "a puzzle", bits: 12 };
const holds = (proof: string): boolean => isSolved(puzzle, splitSolution(proof)!.numbers);

function setUp(work: (worker: ProofWorker, puzzle: Puzzle) => void) {
  let ended = 0;
  const createWorker = (): ProofWorker => {
    const worker: ProofWorker = {
      postMessage: (message) => work(worker, message),
      terminate: () => (ended += 1),
      onmessage: null,
      onerror: null,
    };
    return worker;
  };
  return { createWorker, ended: () => ended };
}

it("USR-4 a worker solves the puzzle, and is ended", async () => {
  const { createWorker, ended } = setUp((worker, message) => {
    void solvePuzzle(message).then((data) => worker.onmessage!({ data }));
  });
  expect(holds(await solveProof(puzzle, undefined, createWorker))).toBe(true);
  expect(ended()).toBe(1);
});

it("USR-4 where there can be no worker the page solves it", async () => {
  const { createWorker, ended } = setUp((worker) => worker.onerror!({ preventDefault() {} }));
  expect(holds(await solveProof(puzzle, undefined, createWorker))).toBe(true);
  expect(ended()).toBe(1);
  const refused = (): never => {
    throw new DOMException("No", "SecurityError");
  };
  expect(holds(await solveProof(puzzle, undefined, refused))).toBe(true);
});

it("USR-4 aborting ends the work, in the worker and in the page", async () => {
  const control = new AbortController();
  const { createWorker, ended } = setUp(() => control.abort());
  await expect(solveProof(puzzle, control.signal, createWorker)).rejects.toThrow("abort");
  expect(ended()).toBe(1);
  const later = new AbortController();
  const inPage = setUp((worker) => {
    worker.onerror!({ preventDefault() {} });
    setTimeout(() => later.abort());
  });
  const long = { challenge: "long", bits: 24 };
  await expect(solveProof(long, later.signal, inPage.createWorker)).rejects.toThrow("abort");
});

it("USR-4 a puzzle that would take minutes is not begun", async () => {
  const { createWorker, ended } = setUp(() => {});
  await expect(solveProof({ challenge: "x", bits: 40 }, undefined, createWorker)).rejects.toThrow(
    RangeError,
  );
  expect(ended()).toBe(0);
});
