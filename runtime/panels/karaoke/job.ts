import { runSplitJob } from "../../panel-kit/split/run-split-job.ts";

/** A voice and what accompanies it; the lyrics are timed where they are shown. */
export default runSplitJob;
