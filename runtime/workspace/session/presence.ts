/** Which tabs of the site are there. */
export interface Presence {
  /** Whether a tab has been closed, reloaded or has crashed. */
  isGone(tab: string): Promise<boolean>;
  /** Resolves once a tab is gone; never, when the signal ends the waiting. */
  whenGone(tab: string): Promise<void>;
}

interface PresenceOptions {
  /** This tab. */
  readonly tab: string;
  /** Ends it. */
  readonly signal: AbortSignal;
}

const nameOf = (tab: string): string => `toolkit-tab-${tab}`;

/**
 * Presence by locks: each tab holds one of its own name as long as it lives, so that the browser
 * itself says when it is gone, whatever became of it.
 * @returns once this tab is known to others
 */
export async function createLockPresence(
  locks: LockManager,
  { tab, signal }: PresenceOptions,
): Promise<Presence> {
  await new Promise<void>((resolve, reject) => {
    locks
      .request(
        nameOf(tab),
        () =>
          new Promise<void>((end) => {
            resolve();
            signal.addEventListener("abort", () => end());
          }),
      )
      .catch(reject);
  });
  return {
    async isGone(other) {
      if (other === tab) return false;
      // Not by taking it: two who try at once would take each other for that tab.
      const { held = [] } = await locks.query();
      return !held.some(({ name }) => name === nameOf(other));
    },
    whenGone: (other) =>
      new Promise((resolve) => {
        // Asked for in common, so that several tabs can wait.
        locks.request(nameOf(other), { mode: "shared", signal }, () => resolve()).catch(() => {});
      }),
  };
}

/** How long a tab has to answer, in ms. */
const ANSWER_MS = 1000;
/** ms between two questions to the same tab. */
const ASK_AGAIN_MS = 5000;

interface ChannelOptions extends PresenceOptions {
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener">;
  readonly setTimer: (work: () => void, ms: number) => () => void;
}

/** Presence by asking, where there are no locks: a tab that answers within a second is there. */
export function createChannelPresence(options: ChannelOptions): Presence {
  const { tab, signal, channel, setTimer } = options;
  const waiting = new Map<string, Set<() => void>>();
  channel.addEventListener(
    "message",
    ({ data }: MessageEvent<{ readonly who?: string; readonly here?: string }>) => {
      if (data.who === tab) channel.postMessage({ here: tab });
      if (data.here !== undefined) {
        for (const answer of waiting.get(data.here) ?? []) answer();
        waiting.delete(data.here);
      }
    },
    { signal },
  );
  const isGone = (other: string): Promise<boolean> =>
    new Promise((resolve) => {
      if (other === tab) return resolve(false);
      const cancel = setTimer(() => resolve(true), ANSWER_MS);
      const answers = waiting.get(other) ?? new Set();
      answers.add(() => {
        cancel();
        resolve(false);
      });
      waiting.set(other, answers);
      channel.postMessage({ who: other });
      return undefined;
    });
  return {
    isGone,
    whenGone: (other) =>
      new Promise((resolve) => {
        const ask = async (): Promise<void> => {
          if (signal.aborted) return;
          if (await isGone(other)) resolve();
          else setTimer(() => void ask(), ASK_AGAIN_MS);
        };
        void ask();
      }),
  };
}

/** Alone in the document: where tabs share nothing. */
export const createLonePresence = (tab: string): Presence => ({
  isGone: async (other) => other !== tab,
  whenGone: (other) => (other === tab ? new Promise(() => {}) : Promise.resolve()),
});
