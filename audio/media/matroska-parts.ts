import { viewOfParts } from "./byte-view.ts";
import type { MediaBytes } from "./host.ts";
import { findMatroskaLinks } from "./containers/matroska-links.ts";
import { repairTruncatedMatroska } from "./containers/repair-matroska.ts";

/** The files that are concatenated in a Matroska file; the last one may be truncated. */
export async function matroskaParts(bytes: MediaBytes): Promise<{
  readonly files: readonly [MediaBytes, ...MediaBytes[]];
  readonly isCut: boolean;
}> {
  const { read, size } = bytes;
  const starts = await findMatroskaLinks(read, size);
  const [first = bytes, ...others] = [0, ...starts].map((from, at) =>
    starts.length === 0 ? bytes : viewOfParts(bytes, [{ from, to: starts[at] ?? size }]),
  );
  const last = others.at(-1) ?? first;
  const repaired = await repairTruncatedMatroska(last.read, last.size);
  if (!repaired) return { files: [first, ...others], isCut: false };
  const repairedLast = viewOfParts(last, repaired);
  const files =
    others.length === 0
      ? ([repairedLast] as const)
      : ([first, ...others.slice(0, -1), repairedLast] as const);
  return { files, isCut: true };
}
