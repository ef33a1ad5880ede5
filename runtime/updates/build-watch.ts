import type { BuildMeta, LatestBuild } from "#core/page/app-data.ts";

export interface BuildWatchOptions {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly setTimer: (run: () => void, ms: number) => unknown;
  /** URL of the running script, which identifies the document's build. */
  readonly script: string;
  /** Interval of checks in ms, also before the first one. */
  readonly interval: number;
  /** Called with the build of this document, once known. */
  readonly onKnown: (own: BuildMeta) => void;
  /** Called once with the id of a newer build. */
  readonly onOutdated: (newest: string) => void;
}

/** Checks for a newer build of the site (NAV-10). Failures are silent: the next check retries. */
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
      // The document came from a cache or predates a deployment: its script is not of this build.
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
    // The document's build is unknown: a later check finds out.
    if (found && own && found.id !== own.id) declare(found.id);
    else if (found && !own) await watch.meta();
    if (!outdated) setTimer(() => void look(), options.interval);
  }

  const watch = {
    /** Metadata of the build; null if it cannot be loaded. */
    meta(): Promise<BuildMeta | null> {
      if (own) return Promise.resolve(own);
      loading ??= loadOwn().finally(() => (loading = null));
      return loading;
    },
    known: (): BuildMeta | null => own,
    isOutdated: (): boolean => outdated,
    /** Starts checking for newer builds. */
    start(): void {
      setTimer(() => void look(), options.interval);
    },
    /** Checks immediately; for tabs that were hidden for a long time. */
    look: (): Promise<void> => look(),
  };
  return watch;
}

export type BuildWatch = ReturnType<typeof createBuildWatch>;
