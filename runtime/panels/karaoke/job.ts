import { runSplitJob } from "../../panel-kit/split/run-split-job.ts";

/** Separates vocals and accompaniment; lyrics are synchronized where they are displayed. */
export default runSplitJob;
