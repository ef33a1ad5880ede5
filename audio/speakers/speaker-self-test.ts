import { createTestSpeech, levelsOf } from "../nets/studio/speech-self-test.ts";
import type { NetSession } from "../nets/net-session.ts";
import type { SpeakerSegmentsForm, VoiceEmbeddingForm } from "#core/models/forms.ts";
import { createFilterBank, subtractMean } from "./filter-bank.ts";

/** Levels of the output of a network that finds speakers, for a window of test speech. */
export async function measureTestSegments(
  session: NetSession,
  form: SpeakerSegmentsForm,
): Promise<number[]> {
  const speech = createTestSpeech(form);
  const data = Float32Array.from({ length: form.samples }, (_, at) => speech[at % speech.length]!);
  const outputs = await session.run({ [form.input]: { data, dims: [1, 1, data.length] } });
  return levelsOf(outputs[form.output]!.data);
}

/** Levels of the output of a network that describes voices, for test speech. */
export async function measureTestVoice(
  session: NetSession,
  form: VoiceEmbeddingForm,
): Promise<number[]> {
  const data = subtractMean(createFilterBank(form)(createTestSpeech(form)), form.bands);
  const dims = [1, data.length / form.bands, form.bands];
  const outputs = await session.run({ [form.input]: { data, dims } });
  return levelsOf(outputs[form.output]!.data);
}
