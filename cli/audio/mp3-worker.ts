// A thread that encodes stretches of sound, one after the other.
import { parentPort } from "node:worker_threads";
import type { Mp3Stretch } from "./encode-mp3.ts";
import { encodeMp3 } from "./encode-mp3.ts";

let last: Promise<unknown> = Promise.resolve();
parentPort!.on("message", (stretch: Mp3Stretch) => {
  last = last.then(async () => {
    const bytes = await encodeMp3(stretch);
    parentPort!.postMessage(bytes, [bytes.buffer]);
  });
});
