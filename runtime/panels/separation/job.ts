import { runSplitJob } from "../../panel-kit/split/run-split-job.ts";

export default runSplitJob;
