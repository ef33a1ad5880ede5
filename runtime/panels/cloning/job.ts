import { fitPersona } from "#audio/profile/fit-persona.ts";
import type { Persona } from "#audio/narration/personas.ts";
import type { VoiceMeasures } from "#audio/profile/voice-measures.ts";
import { NARRATION_RATE } from "#audio/narration/refine/refine-speech.ts";
import { SAMPLE_LINES } from "#audio/narration/sample-lines.ts";
import { spokenHeader, toShorts } from "#audio/narration/spoken-wav.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { openNarrator } from "../../audio/speech/open-narrator.ts";
import type { OwnVoice } from "../../audio/voices/own-voice.ts";
import { checkReceipt, hashOf } from "../../audio/voices/receipt.ts";
import { voiceStore } from "../../audio/voices/voice-store.ts";
import { spokenSaving } from "../../panel-kit/save/spoken-saving.ts";
import { resultName } from "../../panel-kit/settings/effect-params.ts";
import { FaultError } from "../../contract/fault.ts";
import type { JobRun, JobRunner } from "../../contract/job-runner.ts";
import { measureSample } from "./sample/use-sample.ts";
import type { CloneParams } from "./setup/setup.ts";

type Run = JobRun<CloneParams>;

/** Parts of the progress: analyzing the sample, and applying its profile. */
const ANALYSIS_PART = 0.15;
const FITTED = 0.9;

const wavOf = (samples: Float32Array): Blob =>
  new Blob([spokenHeader(NARRATION_RATE, samples.length), toShorts(samples)], {
    type: "audio/wav",
  });

/** Measures the sample, if there is a consent for exactly this voice. */
async function analyzeSample({ files, params, signal, onProgress }: Run): Promise<VoiceMeasures> {
  const { receipt } = params;
  const recording = await voiceStore.consent(receipt.recording);
  const state = await checkReceipt(receipt, recording);
  if (state !== "whole" || (await hashOf(files[0]!)) !== receipt.sample)
    throw new FaultError("panel-cloning:noConsent");
  onProgress({ done: 0, stage: "panel-cloning:stage.hearing" });
  const { voice, judgement } = await measureSample(files[0]!, { signal });
  if (!judgement.isUsable) throw new FaultError(`panel-cloning:fault.${judgement.faults[0]}`);
  return voice;
}

/**
 * Applies the profile of a sample to the built-in voice, stores the voice on the device, and speaks
 * a sentence with it.
 */
const run: JobRunner<CloneParams> = async (job) => {
  const { params, signal, sink, onProgress, defer, files } = job;
  const { name, sentence, language, receipt, speech } = params;
  const sample = await analyzeSample(job);
  const narrator = openNarrator(speech);
  defer(() => narrator.close());
  // The voices are compared with the sentence of consent, and with a line that all voices have.
  const text = `${SAMPLE_LINES[language] ?? ""} ${receipt.said}`;
  const listen = async (persona: Persona): Promise<VoiceMeasures> => {
    signal.throwIfAborted();
    const { samples } = await narrator.synthesize(text, { language, persona });
    return sharedEngine().voice(wavOf(samples), { signal });
  };
  const { persona, measures, plain } = await fitPersona(sample, listen, (done) =>
    onProgress({
      done: ANALYSIS_PART + (FITTED - ANALYSIS_PART) * done,
      stage: "panel-cloning:stage.fitting",
    }),
  );
  onProgress({ done: FITTED, stage: "panel-cloning:stage.speaking" });
  const { samples } = await narrator.synthesize(sentence, { language, persona });
  signal.throwIfAborted();
  const voice: OwnVoice = {
    version: 1,
    id: params.voice,
    name,
    made: Date.now(),
    language,
    persona,
    measures: { sample, voice: measures, plain },
    receipt,
  };
  await voiceStore.put(voice);
  const result = await sink(
    resultName(files[0]!.name, { suffix: "voice", ending: "wav" }),
    "audio/wav",
  );
  const writer = result.getWriter();
  await writer.write(wavOf(samples));
  writer.releaseLock();
  const saving = spokenSaving(samples.length);
  return [{ ...(await result.finish()), saving }];
};
export default run;
