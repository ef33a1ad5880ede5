import { type StudioTask, runStudio } from "../../audio/studio/run-studio.ts";

/** Runs a task, and tells how long the net itself worked, in seconds. */
export async function timed(
  task: StudioTask,
  signal: AbortSignal,
  take: (text: string) => void,
): Promise<number> {
  let start = performance.now();
  for await (const message of runStudio(task, signal)) {
    if (message.kind === "ready") start = performance.now();
    else if (message.value.finished) take(message.value.text);
  }
  return (performance.now() - start) / 1000;
}
