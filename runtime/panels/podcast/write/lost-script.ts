import type { SteadyJob } from "#runtime/contract/job.ts";
import type { PodcastParams, PodcastSetup } from "../setup/setup.ts";

/** A script that was paid for and is not in the settings. */
export type LostScript =
  | { readonly kind: "episode"; readonly params: PodcastParams; readonly source: string }
  | { readonly kind: "deleted" };

/** The last job that has written a script. */
export const writingJobOf = (all: readonly SteadyJob[]): SteadyJob | undefined =>
  all.findLast(
    ({ state, results }) => state === "done" && results.some(({ role }) => role === "script"),
  );

/** The record of an episode has its script, whatever became of its results. */
const hasScript = ({ params }: SteadyJob): boolean => {
  const { script } = params as Partial<PodcastParams>;
  return (script?.lines.length ?? 0) > 0;
};

/**
 * Finds a script that is missing because the browser has deleted stored data: in an episode that was
 * made from it, or, as deleted, one that was never used.
 */
export function findLostScript(
  all: readonly SteadyJob[],
  { lines, taken }: Pick<PodcastSetup, "lines" | "taken">,
): LostScript | null {
  const written = writingJobOf(all);
  const result = written?.results.find(({ role }) => role === "script");
  const isUnused = written !== undefined && written.id !== taken;
  // It is about to be used.
  if (isUnused && result?.state !== "missing") return null;
  const episode = all.findLast(hasScript);
  const isLater = (episode?.created ?? 0) > (written?.created ?? 0);
  if (lines.length === 0 && episode && (isLater || !isUnused))
    return {
      kind: "episode",
      params: episode.params as unknown as PodcastParams,
      source: episode.text ?? "",
    };
  return isUnused ? { kind: "deleted" } : null;
}
