import type * as tasks from "#audio/tasks/run-request.ts";
import type { RenderedVideo } from "../rendered-video.ts";

export interface RunRequest extends tasks.RunRequest<Blob> {
  /** Rendered video frames; `output` must be a video format. */
  readonly drawn?: RenderedVideo;
  /** Ports of workers that process segments; without them, the sound is processed sequentially. */
  readonly helpers?: readonly MessagePort[];
}

export interface RunResult extends tasks.RunResult {
  /** Maximum number of flashes per second in rendered frames; missing without such frames. */
  readonly flashes?: number;
}
