import type { JobOutput, JobRun } from "#runtime/contract/job-runner.ts";
import type { JsonObject } from "#runtime/contract/json.ts";
import type { Tone } from "#audio/podcast/script/script.ts";
import { sentencesOf } from "../setup/setup.ts";

/** Parameters of a job that writes a script; its text is the source. */
export interface WriteParams extends JsonObject {
  readonly task: "script";
  readonly title: string;
  readonly language: string;
  readonly tone: Tone;
  readonly minutes: number;
}

/** Lets the operator's model write a script. */
export async function writeHosted({
  text,
  params: { title, language, tone, minutes },
  hosted,
  usageId,
  signal,
  onProgress,
}: JobRun<WriteParams>): Promise<readonly JobOutput[]> {
  onProgress({ done: null, stage: "panel-podcast:stage.writing" });
  const sentences = sentencesOf({ source: text ?? "", language }).map((one) => one.text);
  const request = { title, language, tone, minutes, sentences };
  const lines = await hosted.write(request, { usageId: usageId ?? "", signal });
  const blob = new Blob([JSON.stringify(lines)], { type: "application/json" });
  return [{ kind: "blob", name: `${title}.json`, blob, role: "script" }];
}
