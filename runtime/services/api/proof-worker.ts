import { type Puzzle, solvePuzzle } from "#core/crypto/proof-of-work.ts";

addEventListener("message", ({ data }: MessageEvent<Puzzle>) => {
  void solvePuzzle(data).then((proof) => postMessage(proof));
});
