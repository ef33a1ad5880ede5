import type { BuildMeta, LatestBuild } from "#core/page/app-data.ts";

export interface BuildWatchOptions {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly setTimer: (run: () => void, ms: number) => unknown;
  /** Address of the script that runs: which build this document belongs to. */
  readonly script: string;
  /** Milliseconds between two looks; the first comes after the same time. */
  readonly interval: number;
  /** Told the build that this document is of, once it is known. */
  readonly onKnown: (own: BuildMeta) => void;
  /** Told the id of a newer build, once. */
  readonly onOutdated: (newest: string) => void;
}

/**
 * Which build the site is at, and whether this document is of an earlier one (NAV-10). Failures are
 * silent: the next look tries again.
 */
export function createBuildWatch(options: BuildWatchOptions) {
  const { fetch, now, setTimer, script, onKnown, onOutdated } = options;
  let own: BuildMeta | null = null;
  let outdated = false;
  let loading: Promise<BuildMeta | null> | null = null;

  const latest = async (): Promise<LatestBuild | null> => {
    try {
      const response = await fetch(`/builds/latest.json?${now()}`, { priority: "low" });
      const value = response.ok ? ((await response.json()) as LatestBuild) : null;
      return typeof value?.id === "string" ? value : null;
    } catch {
      return null;
    }
  };
  const declare = (newest: string): void => {
    if (outdated) return;
    outdated = true;
    onOutdated(newest);
  };

  async function loadOwn(): Promise<BuildMeta | null> {
    const found = await latest();
    if (!found) return null;
    try {
      const response = await fetch(`/builds/meta/${found.id}.json`, { priority: "low" });
      if (!response.ok) return null;
      own = (await response.json()) as BuildMeta;
      // The document came from a cache or from before a deploy: its script is not this build's.
      if (own.scripts.includes(script)) onKnown(own);
      else declare(own.id);
      return own;
    } catch {
      return null;
    }
  }

  async function look(): Promise<void> {
    if (outdated) return;
    const found = await latest();
    // Without a build of its own, a later look finds out.
    if (found && own && found.id !== own.id) declare(found.id);
    else if (found && !own) await watch.meta();
    if (!outdated) setTimer(() => void look(), options.interval);
  }

  const watch = {
    /** What the build says of itself; null when it cannot be had now. */
    meta(): Promise<BuildMeta | null> {
      if (own) return Promise.resolve(own);
      loading ??= loadOwn().finally(() => (loading = null));
      return loading;
    },
    known: (): BuildMeta | null => own,
    isOutdated: (): boolean => outdated,
    /** Begins to look for newer builds. */
    start(): void {
      setTimer(() => void look(), options.interval);
    },
    /** Looks now; for tabs that come back after a long time. */
    look: (): Promise<void> => look(),
  };
  return watch;
}

export type BuildWatch = ReturnType<typeof createBuildWatch>;
