import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { isThrownByImport } from "../../files/import-module.ts";
import { framesOf, pathOf, thrownLocation } from "./thrown-location.ts";

interface ThrowFolders {
  /** Folder of the server bundles. */
  readonly folder: string;
  /** Folder of the site. */
  readonly root: string;
}

/**
 * An error that the site's code threw in a timer or an unawaited promise; undefined for other
 * errors.
 */
function lateThrow(error: unknown, { folder, root }: ThrowFolders): ToolkitError | undefined {
  if (!(error instanceof Error)) return undefined;
  const bundle = framesOf(error.stack ?? "")
    .map(({ file }) => pathOf(file))
    .find((file) => file.startsWith(folder + path.sep));
  if (bundle === undefined) return undefined;
  const location = thrownLocation(error, bundle, root);
  const detail = `${error.name}: ${error.message}`;
  return new ToolkitError(
    "CODE_THREW",
    { detail },
    { cause: error, ...(location && { location }) },
  );
}

/**
 * Catches errors that the site's code throws asynchronously and that would end the process. All
 * other
 * uncaught errors still end it.
 * @returns a function that stops catching
 */
export function watchLateThrows(
  folders: ThrowFolders,
  onThrown: (error: ToolkitError) => void,
): () => void {
  const stop = (): void => void process.off("uncaughtException", take);
  const take = (error: unknown): void => {
    const found = lateThrow(error, folders);
    if (found) return onThrown(found);
    if (isThrownByImport(error)) return;
    stop();
    setImmediate(() => {
      throw error;
    });
  };
  process.on("uncaughtException", take);
  return stop;
}

/**
 * Runs work, and rejects with a located error if the site's code throws asynchronously meanwhile.
 */
export async function untilLateThrow<T>(
  { signal, ...folders }: ThrowFolders & { readonly signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const thrown: ToolkitError[] = [];
  const stopped = new AbortController();
  const stop = watchLateThrows(folders, (error) => {
    thrown.push(error);
    stopped.abort();
  });
  try {
    return await work(AbortSignal.any([signal, stopped.signal]));
  } catch (error) {
    // Ends the thread, which passes the error to its parent.
    throw thrown[0] ?? (error instanceof ToolkitError ? error : lateThrow(error, folders)) ?? error;
  } finally {
    stop();
  }
}
