import type { OnProgress } from "../../progress/build-progress.ts";
import type { State } from "./state.ts";
import type { Thresholds } from "../shared/thresholds.ts";

/** What is the same for all stages of one build. */
export interface BuildContext<Pool> {
  /** Folder of the site. */
  readonly root: string;
  /** State of the previous build; undefined if everything is built again. */
  readonly before: State | undefined;
  /** Runs tasks on all threads. */
  readonly pool: Pool;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  readonly thresholds: Thresholds;
}
