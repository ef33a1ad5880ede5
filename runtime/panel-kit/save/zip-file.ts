/** Of the site's own file system: what is handed to the browser to be saved. */
const FOLDER = "toolkit-zips";
/** ms after which a file is deleted: by then the browser has saved it. */
const REST = 3_600_000;

async function tidy(folder: FileSystemDirectoryHandle): Promise<void> {
  const all = folder as unknown as AsyncIterable<[string, FileSystemFileHandle]>;
  for await (const [name, handle] of all)
    if (Date.now() - (await handle.getFile()).lastModified > REST) await folder.removeEntry(name);
}

/** A new file; null where this browser has none that a page may write. */
async function openFile(): Promise<FileSystemFileHandle | null> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER, { create: true });
    // Another tab may be at one of them.
    await tidy(folder).catch(() => {});
    const file = await folder.getFileHandle(crypto.randomUUID(), { create: true });
    return "createWritable" in file ? file : null;
  } catch {
    return null;
  }
}

/**
 * Names that occur twice get a number.
 * @returns gives each name as it is to be written
 */
export function distinctNames(): (name: string) => string {
  const seen = new Map<string, number>();
  return (name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : name.replace(/(\.[^.]*)?$/, ` (${count})$1`);
  };
}

/** Files as one, written to the device piece by piece; in memory alone where that cannot be. */
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
