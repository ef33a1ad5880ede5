import { type Script, scriptSeconds } from "#audio/podcast/script/script.ts";
import { spokenSeconds } from "#core/hosted/limits.ts";
import { isHostedVoice } from "#runtime/audio/voices/voices.ts";
import type { StartedRun, TextInput } from "#runtime/panel-kit/start/start-plan.ts";
import type { JsonObject } from "#runtime/contract/json.ts";
import type { PodcastSetup } from "./setup.ts";

/** The job that makes an episode from a script, and the input it is billed by. */
export function episodeRun(
  { source, hosts, music, writtenBy }: PodcastSetup,
  script: Script,
): { readonly input: TextInput; readonly run: Pick<StartedRun, "params" | "hosted"> } {
  return {
    // The source identifies what was paid for: another script of the same text is free.
    input: { text: source, name: script.title, duration: scriptSeconds(script) },
    run: {
      params: { script, hosts, music, writtenBy } as unknown as JsonObject,
      hosted: spokenSeconds(script.lines.filter(({ host }) => isHostedVoice(hosts[host]))),
    },
  };
}
