// Worker thread that encodes segments one after the other.
import { parentPort, workerData } from "node:worker_threads";
import { createLame } from "#audio/media/mp3/lame/lame.ts";
import { encodeSegment, type Mp3Segment } from "#audio/media/mp3/mp3-segment.ts";

const lame = createLame(workerData as WebAssembly.Module);
parentPort!.on("message", (segment: Mp3Segment) => {
  const encoded = encodeSegment(lame, segment);
  const buffers = [encoded.bytes, ...encoded.planes].map(({ buffer }) => buffer as ArrayBuffer);
  parentPort!.postMessage(encoded, buffers);
});
