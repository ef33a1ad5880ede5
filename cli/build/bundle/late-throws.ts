import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { framesOf, pathOf, thrownPlace } from "./thrown-place.ts";

interface Places {
  /** Folder of the server bundles. */
  readonly folder: string;
  /** The site's. */
  readonly root: string;
}

/** What the site's code threw in a timer or a promise of its own; undefined for all that is not its own. */
function lateThrow(error: unknown, { folder, root }: Places): ToolkitError | undefined {
  if (!(error instanceof Error)) return undefined;
  const bundle = framesOf(error.stack ?? "")
    .map(({ file }) => pathOf(file))
    .find((file) => file.startsWith(folder + path.sep));
  if (bundle === undefined) return undefined;
  const location = thrownPlace(error, bundle, root);
  const detail = `${error.name}: ${error.message}`;
  return new ToolkitError(
    "CODE_THREW",
    { detail },
    { cause: error, ...(location && { location }) },
  );
}

/**
 * Takes what the site's code throws while nobody waits for it, which would end the process; all else
 * still ends it.
 * @returns stops that
 */
export function watchLateThrows(
  places: Places,
  onThrown: (error: ToolkitError) => void,
): () => void {
  const stop = (): void => void process.off("uncaughtException", take);
  const take = (error: unknown): void => {
    const found = lateThrow(error, places);
    if (found) return onThrown(found);
    stop();
    setImmediate(() => {
      throw error;
    });
  };
  process.on("uncaughtException", take);
  return stop;
}

/** Work that ends, with its place in the code, where the site's code throws meanwhile. */
export async function untilLateThrow<T>(
  { signal, ...places }: Places & { readonly signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const thrown: ToolkitError[] = [];
  const stopped = new AbortController();
  const stop = watchLateThrows(places, (error) => {
    thrown.push(error);
    stopped.abort();
  });
  try {
    return await work(AbortSignal.any([signal, stopped.signal]));
  } catch (error) {
    // A thread ends by it, and hands on what it was.
    throw thrown[0] ?? (error instanceof ToolkitError ? error : lateThrow(error, places)) ?? error;
  } finally {
    stop();
  }
}
