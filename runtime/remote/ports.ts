import type { IncrementalHash } from "../audio/models/fetch-model.ts";
import type { Api } from "../services/api/api.ts";
import type { UploadPorts } from "../uploads/upload-file.ts";

/** What work on the site's servers needs of the platform and of the site. */
export interface RemotePorts extends Omit<UploadPorts, "endpoint"> {
  readonly api: Api;
  /** Id of the account that is signed in; null if none is. */
  readonly account: () => string | null;
  /** Calls a listener when `account` may have changed. */
  readonly onAccount: (listener: () => void) => void;
  /** Origin of the API; empty if it is the site's. */
  readonly apiBase: string;
  readonly createHash: () => Promise<IncrementalHash>;
  /** Whether requests carry a trace context. */
  readonly isTracing: boolean;
  /** Called when the server has held, settled or refunded credits. */
  readonly onBalance: () => void;
  /** Hours after the end of a job until which its files last at the latest. */
  readonly resultHours: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Milliseconds before another attempt, by the number of failures in a row. */
export const pauseAfter = (failures: number): number => Math.min(30_000, 500 * 2 ** (failures - 1));
