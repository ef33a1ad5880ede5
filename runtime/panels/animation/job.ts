import { runVideoJob } from "../../panel-kit/video/run-video-job.ts";

export default runVideoJob;
