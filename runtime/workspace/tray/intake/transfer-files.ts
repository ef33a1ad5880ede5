/** The used part of `FileSystemEntry`. */
interface Entry {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly name: string;
}
interface FileEntry extends Entry {
  file(done: (file: File) => void, failed: (error: unknown) => void): void;
}
interface FolderEntry extends Entry {
  createReader(): {
    readEntries(done: (entries: Entry[]) => void, failed: (error: unknown) => void): void;
  };
}
/** The used part of `DataTransfer`. */
export interface Transfer {
  readonly types: readonly string[];
  readonly files: ArrayLike<File>;
  readonly items?: ArrayLike<{ readonly kind: string; webkitGetAsEntry?(): unknown }>;
}

const SOUNDS =
  /\.(?:aac|aif|aiff|avi|caf|flac|m4a|m4b|m4v|mka|mkv|mov|mp2|mp3|mp4|mpga|oga|ogg|ogv|opus|wav|wave|weba|webm|wma)$/i;
/** Maximum depth of nested folders. */
const MAX_DEPTH = 8;
const MAX_FILES = 2000;

export const carriesFiles = (transfer: Pick<Transfer, "types"> | null): boolean =>
  transfer?.types.includes("Files") ?? false;

/** Whether a file is likely to have sound. */
export const isSound = ({ name, type }: Pick<File, "name" | "type">): boolean =>
  /^(?:audio|video)\//.test(type) || SOUNDS.test(name);

async function filesOf(entry: Entry, depth: number, found: File[]): Promise<void> {
  if (depth > MAX_DEPTH || found.length >= MAX_FILES) return;
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => (entry as FileEntry).file(done, failed));
    // Folders also contain covers, texts and hidden files; a file that was dropped by itself is
    // always taken.
    if (depth === 0 || (isSound(file) && !file.name.startsWith("."))) found.push(file);
    return;
  }
  if (!entry.isDirectory) return;
  const reader = (entry as FolderEntry).createReader();
  const inside: Entry[] = [];
  // A reader returns some of the entries at each call, and none at the end.
  for (;;) {
    const part = await new Promise<Entry[]>((done, failed) => reader.readEntries(done, failed));
    if (part.length === 0) break;
    inside.push(...part);
  }
  const order = new Intl.Collator(undefined, { numeric: true });
  inside.sort((a, b) => order.compare(a.name, b.name));
  for (const one of inside) await filesOf(one, depth + 1, found);
}

/**
 * The dropped or pasted files; of folders, those with sound. Must be called synchronously in the
 * event handler, since the data are not available later.
 */
export function filesIn(transfer: Transfer): Promise<File[]> {
  const plain = Array.from(transfer.files);
  const entries = Array.from(transfer.items ?? []).flatMap((item) =>
    item.kind === "file" ? [(item.webkitGetAsEntry?.() ?? null) as Entry | null] : [],
  );
  if (!entries.some((entry) => entry?.isDirectory)) return Promise.resolve(plain);
  return (async () => {
    const found: File[] = [];
    for (const entry of entries) if (entry) await filesOf(entry, 0, found);
    return found;
  })();
}
