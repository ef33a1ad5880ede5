// Decides whether `npm test` runs the `sound` project, whose tests measure the quality of audio.

/** What the tests of the `sound` project depend on: sources, compiled programs, models, decoders. */
export const SOUND_PATHS: readonly string[] = [
  "audio",
  "bench/audio",
  "cli/audio",
  "cli/speech",
  "core",
  "models",
  "package-lock.json",
  "programs",
  "runtime/audio",
  "scripts/sound-suite.ts",
  "vitest.config.ts",
];

export interface SoundDecision {
  readonly runs: boolean;
  /** A clause for the log that explains the decision. */
  readonly reason: string;
}

/** Runs git with some arguments; returns its output, or undefined where it fails. */
export type Git = (...args: string[]) => string | undefined;

/**
 * Skips the sound suite only where git proves that nothing it depends on has changed.
 * @param base commit to compare with; by default the merge base with the main branch. On the main branch
 * itself there is none: how many of its commits were tested before is unknown.
 */
export function decideSoundSuite(git: Git, base = findBase(git)): SoundDecision {
  if (!base) return { runs: true, reason: "git knows no commit to compare with" };
  const changed = git("diff", "--name-only", base, "--", ...SOUND_PATHS);
  const untracked = git("ls-files", "--others", "--exclude-standard", "--", ...SOUND_PATHS);
  const commit = base.slice(0, 8);
  if (changed === undefined || untracked === undefined)
    return { runs: true, reason: `git cannot compare with ${commit}` };
  const [first] = `${changed}\n${untracked}`.split("\n").filter(Boolean);
  return first
    ? { runs: true, reason: `${first} differs from ${commit}` }
    : { runs: false, reason: `nothing it depends on differs from ${commit}` };
}

function findBase(git: Git): string | undefined {
  const head = git("rev-parse", "HEAD");
  if (!head) return undefined;
  for (const branch of ["origin/HEAD", "origin/main", "main"]) {
    const base = git("merge-base", "HEAD", branch);
    if (base) return base === head ? undefined : base;
  }
  return undefined;
}
