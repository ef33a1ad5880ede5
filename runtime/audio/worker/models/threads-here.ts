/** Maximum number of threads; more give no speedup. */
const MAX_THREADS = 8;

/**
 * Threads require a cross-origin isolated document. On devices with many cores, one is left to the
 * page.
 */
export function threadsHere(): number {
  const { crossOriginIsolated: isolated = false } = globalThis as { crossOriginIsolated?: boolean };
  const cores = navigator.hardwareConcurrency || 1;
  return isolated ? Math.min(MAX_THREADS, cores > 4 ? cores - 1 : cores) : 1;
}
