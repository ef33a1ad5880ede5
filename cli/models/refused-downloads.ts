import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Problem } from "#core/errors/errors.ts";
import { writeAtomic } from "../files/files.ts";

const FILE = ".toolkit/refused-downloads.json";

const schema = z.record(
  z.string(),
  z.array(
    z.object({
      url: z.string(),
      /** Digest of the lock, and that of the bytes that came. */
      expected: z.string(),
      found: z.string(),
      /** When, in ISO 8601. */
      at: z.string(),
    }),
  ),
);

/** Downloads of other bytes than those of the lock, by the ids of models: what the last pull of each found. */
export type RefusedDownloads = z.output<typeof schema>;

/** A record that cannot be read counts as empty. */
export function readRefusedDownloads(root: string): RefusedDownloads {
  try {
    return schema.parse(JSON.parse(fs.readFileSync(path.join(root, FILE), "utf8")));
  } catch {
    return {};
  }
}

/**
 * Records what a pull of a model found; a pull without a fault removes what an earlier one has recorded.
 * @param problem of the pull, if it failed
 */
export function recordPull(root: string, id: string, problem: Problem | null, now: Date): void {
  const isRefused = problem?.code === "MODEL_DAMAGED";
  // A source that cannot be reached says nothing about its bytes.
  if (problem && !isRefused) return;
  const before = readRefusedDownloads(root);
  if (!problem && !before[id]) return;
  const { [id]: _, ...others } = before;
  const params = problem?.params as { url: string; expected: string; found: string } | undefined;
  const own = params && { [id]: [{ ...params, at: now.toISOString() }] };
  writeAtomic(path.join(root, FILE), `${JSON.stringify({ ...others, ...own }, null, 1)}\n`);
}
