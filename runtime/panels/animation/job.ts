import { runFilmJob } from "../../panel-kit/film/run-film-job.ts";

export default runFilmJob;
