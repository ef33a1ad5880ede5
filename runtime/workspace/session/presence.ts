/** Which tabs of the site are open. */
export interface Presence {
  /** Whether a tab has been closed or reloaded, or has crashed. */
  isClosed(tab: string): Promise<boolean>;
  /** Resolves once a tab is closed; never if the signal is aborted. */
  whenClosed(tab: string): Promise<void>;
}

interface PresenceOptions {
  /** This tab. */
  readonly tab: string;
  /** Ends the presence. */
  readonly signal: AbortSignal;
}

const nameOf = (tab: string): string => `toolkit-tab-${tab}`;

/**
 * Presence by locks: each tab holds a lock with its own name as long as it lives, so that the
 * browser knows when it is closed, whatever the reason.
 * @returns once other tabs can see this one
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
    async isClosed(other) {
      if (other === tab) return false;
      // Not by acquiring the lock: two tabs that try at once would mistake each other for the
      // owner.
      const { held = [] } = await locks.query();
      return !held.some(({ name }) => name === nameOf(other));
    },
    whenClosed: (other) =>
      new Promise((resolve) => {
        // A shared lock, so that several tabs can wait.
        locks.request(nameOf(other), { mode: "shared", signal }, () => resolve()).catch(() => {});
      }),
  };
}

/** Time that a tab has to respond, in ms. */
const RESPONSE_TIMEOUT_MS = 1000;
/** Minimum interval between two requests to the same tab, in ms. */
const REQUEST_INTERVAL_MS = 5000;

interface ChannelOptions extends PresenceOptions {
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener">;
  readonly setTimer: (work: () => void, ms: number) => () => void;
}

/**
 * Presence by messages, for browsers without locks: a tab that responds within a second is open.
 */
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
  const isClosed = (other: string): Promise<boolean> =>
    new Promise((resolve) => {
      if (other === tab) return resolve(false);
      const cancel = setTimer(() => resolve(true), RESPONSE_TIMEOUT_MS);
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
    isClosed,
    whenClosed: (other) =>
      new Promise((resolve) => {
        const ask = async (): Promise<void> => {
          if (signal.aborted) return;
          if (await isClosed(other)) resolve();
          else setTimer(() => void ask(), REQUEST_INTERVAL_MS);
        };
        void ask();
      }),
  };
}

/** For browsers in which tabs share nothing. */
export const createLonePresence = (tab: string): Presence => ({
  isClosed: async (other) => other !== tab,
  whenClosed: (other) => (other === tab ? new Promise(() => {}) : Promise.resolve()),
});
