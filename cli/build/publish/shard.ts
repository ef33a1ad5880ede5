import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { exists, listFiles, readText, tidy, withIo } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import { takeLock } from "./lock.ts";
import { pruneTrees, publishTree, settleTree } from "./publish.ts";
import { openTree, publishedTree, workOf } from "../state/tree.ts";
import { flawsOf, holdingOf } from "../state/wholeness.ts";

/** What a shard's folder says of itself, in `shard.json`. */
interface ShardRecord {
  readonly id: string;
  readonly index: number;
  readonly count: number;
  /** Digest of each file, by path. */
  readonly files: Readonly<Record<string, string>>;
}

const RECORD = "shard.json";

/** Moves a finished, complete tree to the shard's output path, with a record of its contents. */
export function moveShard(tree: string, out: string, shard: Omit<ShardRecord, "files">): void {
  withIo(out, () => {
    if (exists(out) && !exists(path.join(out, RECORD)))
      throw new ToolkitError("ALREADY_EXISTS", { file: path.basename(out) });
    const files = Object.fromEntries(
      listFiles(tree).map((file) => [file, digest(fs.readFileSync(path.join(tree, file)))]),
    );
    fs.writeFileSync(path.join(tree, RECORD), JSON.stringify({ ...shard, files }));
    fs.rmSync(out, { recursive: true, force: true });
    fs.mkdirSync(path.dirname(out), { recursive: true });
    fs.renameSync(tree, out);
  });
}

function readRecord(folder: string): ShardRecord {
  const text = readText(path.join(folder, RECORD));
  if (text === undefined)
    throw new ToolkitError("SHARD_INVALID", {
      detail: `${folder} has no ${RECORD}: it is not a shard`,
    });
  return JSON.parse(text) as ShardRecord;
}

/**
 * Puts shards together and publishes the site. They must be all the parts of one build.
 * @returns the build's id and its number of files
 * @throws SHARD_INVALID
 */
export function mergeShards(input: {
  readonly root: string;
  readonly out: string;
  readonly folders: readonly string[];
}) {
  const { root, out, folders } = input;
  const invalid = (detail: string): never => {
    throw new ToolkitError("SHARD_INVALID", { detail });
  };
  if (folders.length === 0) invalid("No shard is named");
  const records = folders.map((folder) => ({ folder, ...readRecord(folder) }));
  const { id, count } = records[0]!;
  for (const record of records)
    if (record.id !== id || record.count !== count)
      invalid(
        `${record.folder} is part ${record.index}/${record.count} of build ${record.id}, ${records[0]!.folder} of build ${id}`,
      );
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter(
    (index) => !records.some((record) => record.index === index),
  );
  if (missing.length > 0) invalid(`Of ${count} parts these are missing: ${missing.join(", ")}`);
  if (records.length > count) invalid(`${records.length} folders for ${count} parts`);

  const trees = path.join(workOf(root, out), "trees");
  const release = takeLock(path.join(root, ".toolkit/lock"));
  try {
    const tree = openTree({
      trees,
      live: undefined,
      spare: null,
      spareStamp: 0,
      behind: [],
      files: () => [],
    });
    for (const { folder, files: expected } of records)
      for (const [file, value] of Object.entries(expected)) {
        const from = path.join(folder, file);
        if (!/^[^/\\][^\\]*$/.test(file) || file.split("/").includes(".."))
          invalid(`${folder} names a file outside it: ${file}`);
        if (!exists(from) || digest(fs.readFileSync(from)) !== value)
          invalid(`${file} in ${folder} is missing or damaged`);
        tree.link(from, file);
      }
    const holding = holdingOf({ pages: new Map(), sizes: Object.fromEntries(tree.sizes) });
    const [flaw] = flawsOf(tree.folder, holding);
    if (flaw !== undefined) invalid(`${flaw} is not in the site that was put together`);
    const live = publishedTree(out, trees);
    const name = `${id}-${digest(`${process.pid} ${Date.now()}`).slice(0, 6)}`;
    settleTree(tree, path.join(trees, name));
    publishTree(path.join(trees, name), out);
    pruneTrees(trees, [name, live ?? null]);
    return { id, files: holding.count };
  } finally {
    tidy(path.join(trees, `work-${process.pid}`));
    release();
  }
}
