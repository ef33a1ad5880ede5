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
 * Numbers repeated file names.
 * @returns a function from a name to its unique form
 */
export function distinctNames(): (name: string) => string {
  const seen = new Map<string, number>();
  return (name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : name.replace(/(\.[^.]*)?$/, ` (${count})$1`);
  };
}

/**
 * Writes files into one ZIP file, in chunks directly to the device; in memory if that is not
 * possible.
 */
export async function zipFile(
  files: AsyncIterable<{ readonly name: string; readonly input: File | string }>,
  signal: AbortSignal,
): Promise<Blob> {
  const { downloadZip } = await import("client-zip");
  const zip = downloadZip(files);
  const file = await openFile();
  if (!file) return zip.blob();
  await zip.body!.pipeTo(await file.createWritable(), { signal });
  return file.getFile();
}
