import { runSplitJob } from "../../panel-kit/run-split-job.ts";

export default runSplitJob;
