// A thread that encodes stretches of sound, one after the other.
import { parentPort, workerData } from "node:worker_threads";
import { createLame } from "../../audio/media/lame/lame.ts";
import type { Mp3Stretch } from "./encode-mp3.ts";
import { encodeWith } from "./encode-mp3.ts";

const lame = createLame(workerData as WebAssembly.Module);
parentPort!.on("message", (stretch: Mp3Stretch) => {
  const bytes = encodeWith(lame, stretch);
  parentPort!.postMessage(bytes, [bytes.buffer]);
});
