import type { SpeechFolders } from "#core/page/app-data.ts";
import { type Narrator, createNarrator } from "#audio/narration/narrator.ts";
import { withHostedVoice, withStudioVoice } from "#audio/narration/studio-narration.ts";
import type { HostedModel } from "../models/model-slots.ts";
import { sharedModelHost } from "../models/shared-host.ts";
import type { RefineCall } from "../worker/speech/refine-call.ts";
import { type HostedSpeaker, openHostedVoice } from "./open-hosted-voice.ts";
import { openStudioVoice } from "./open-studio-voice.ts";
import { openVoice } from "./open-voice.ts";
import { createWorkerClient } from "./worker-client.ts";

/**
 * Speaks with the built-in voice and its personas, in workers. Loaded with the first text.
 * @param model a model on the device, which speaks as `studioPersona`
 * @param hosted the speaker of `hostedPersona`; null: none yet
 */
export function openNarrator(
  folders: SpeechFolders,
  {
    model = null,
    hosted = null,
  }: { readonly model?: HostedModel | null; readonly hosted?: HostedSpeaker | null } = {},
): Narrator {
  const refiner = createWorkerClient<RefineCall>(
    () =>
      new Worker(new URL("../worker/speech/refine-worker.ts", import.meta.url), { type: "module" }),
  );
  const narrator = createNarrator({
    voice: withHostedVoice(
      model
        ? withStudioVoice(
            openVoice(folders),
            openStudioVoice({ model, host: sharedModelHost(), folders }),
          )
        : openVoice(folders),
      openHostedVoice(hosted),
    ),
    refine: async (samples, sampleRate, refining) =>
      (await refiner.call({ samples, sampleRate, refining })).samples,
  });
  return {
    ...narrator,
    close() {
      narrator.close();
      refiner.close();
    },
  };
}
