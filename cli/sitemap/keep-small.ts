import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What lives while sitemaps are compared is half of this. */
const MAX_HEAP_BYTES = 36_000_000;

let collect: (() => void) | undefined;

/**
 * Collects garbage once the heap is larger than this work needs. V8 by itself lets it grow to several
 * times what lives in it, which on a million addresses is most of the memory.
 */
export function keepSmall(): void {
  if (getHeapStatistics().used_heap_size < MAX_HEAP_BYTES) return;
  if (!collect) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
}
