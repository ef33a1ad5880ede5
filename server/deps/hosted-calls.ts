/** A call of a hosted model. */
export interface HostedCallName {
  readonly userId: string;
  readonly key: string;
}

/** Runs the queued calls of hosted models in this process, and waits for those of all. */
export interface HostedCallRunner {
  /** Looks for calls that may run. */
  readonly wake: () => void;
  /** Stops the run of a call, if it is in this process; others notice within seconds. */
  readonly stop: (call: HostedCallName) => void;
  /** Looks for calls of other processes and of earlier times, once a second. */
  readonly start: () => void;
  /** Watches a call until it has ended or changed, at most for a number of milliseconds. */
  readonly watch: (
    call: HostedCallName,
    milliseconds: number,
  ) => { readonly changed: Promise<void>; readonly stop: () => void };
  /** Whether it takes no more calls, so that waits end at once. */
  readonly isClosed: () => boolean;
  /**
   * Takes no more calls, ends all waits, and gives back the calls that take too long to finish.
   * @param grace milliseconds for which they may run
   */
  readonly close: (grace?: number) => Promise<void>;
}
