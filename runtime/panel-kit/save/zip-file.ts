/** Folder of files that are passed to the browser for saving, in the origin private file system. */
const FOLDER = "toolkit-zips";
/** Age in ms at which a file is deleted: the browser has saved it by then. */
const MAX_AGE = 3_600_000;

async function tidy(folder: FileSystemDirectoryHandle): Promise<void> {
  const all = folder as unknown as AsyncIterable<[string, FileSystemFileHandle]>;
  for await (const [name, handle] of all)
    if (Date.now() - (await handle.getFile()).lastModified > MAX_AGE)
      await folder.removeEntry(name);
}

/** A new file; null if the browser has no writable file system. */
async function openFile(): Promise<FileSystemFileHandle | null> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER, { create: true });
    // Another tab may be using one of them.
    await tidy(folder).catch(() => {});
    const file = await folder.getFileHandle(crypto.randomUUID(), { create: true });
    return "createWritable" in file ? file : null;
  } catch {
    return null;
  }
}

/**
 * Numbers repeated file names, also those that differ only in case: Windows and macOS would write
 * one over the other.
 * @returns a function from a name to one that it has not returned before
 */
export function distinctNames(): (name: string) => string {
  const given = new Set<string>();
  const counts = new Map<string, number>();
  const keyOf = (name: string): string => name.normalize("NFC").toLowerCase();
  return (name) => {
    let count = counts.get(keyOf(name)) ?? 1;
    let own = name;
    for (; given.has(keyOf(own)); own = name.replace(/(\.[^.]*)?$/, ` (${count})$1`)) count++;
    counts.set(keyOf(name), count);
    given.add(keyOf(own));
    return own;
  };
}

/**
 * Writes files into one ZIP file, in chunks directly to the device; in memory if that is not
 * possible.
 * @param onBytes called with the number of bytes written so far
 */
export async function zipFile(
  files: AsyncIterable<{ readonly name: string; readonly input: File | string }>,
  signal: AbortSignal,
  onBytes: (written: number) => void = () => {},
): Promise<Blob> {
  const { downloadZip } = await import("client-zip");
  let written = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      onBytes((written += chunk.byteLength));
      controller.enqueue(chunk);
    },
  });
  const body = downloadZip(files).body!.pipeThrough(counter, { signal });
  const file = await openFile();
  if (!file) return new Response(body).blob();
  await body.pipeTo(await file.createWritable(), { signal });
  return file.getFile();
}
