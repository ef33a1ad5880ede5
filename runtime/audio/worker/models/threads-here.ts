/** More do not make it faster. */
const MAX_THREADS = 8;

/** Threads need an isolated document; one core is left to the page where there are many. */
export function threadsHere(): number {
  const { crossOriginIsolated: isolated = false } = globalThis as { crossOriginIsolated?: boolean };
  const cores = navigator.hardwareConcurrency || 1;
  return isolated ? Math.min(MAX_THREADS, cores > 4 ? cores - 1 : cores) : 1;
}
