import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
/** Collections after which the count is taken as it is. */
const MAX_COLLECTIONS = 5;

/** Bytes of live array buffers: garbage is collected until a collection frees no more of them. */
export async function liveArrayBytes(): Promise<number> {
  let bytes = Infinity;
  for (let count = 0; count < MAX_COLLECTIONS; count++) {
    collect();
    // Buffers are freed by tasks that follow the collection.
    await setTimeout(20);
    const before = bytes;
    bytes = process.memoryUsage().arrayBuffers;
    if (bytes >= before) break;
  }
  return bytes;
}
