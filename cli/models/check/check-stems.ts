import type { Block } from "#audio/effect.ts";
import { measureTestSound } from "#audio/nets/stems/self-test.ts";
import { separateStems } from "#audio/nets/stems/stems.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import type { StemsForm } from "#core/models/forms.ts";
import { studioThreads } from "../../audio/studio/run-studio.ts";
import { openStems } from "../../audio/nets/open-stems.ts";
import { bassLine, beats, inRoom, MIX_SECONDS, readSpeech, siSdr, SPEECH } from "./material.ts";
import type { CheckOptions, ModelCheck } from "./model-check.ts";

/** dB, below which a stem is mostly something else; HTDemucs reaches 15 on this material. */
const LEAST_SI_SDR = 3;
/** dB by which a voice has to be less of a room than before. */
const LEAST_GAIN = 1;

/** Separates a mix; `seconds` is the time that the network itself takes. */
async function takeApart(
  form: StemsForm,
  mix: Block,
  { files, signal }: CheckOptions,
): Promise<{ readonly stems: readonly Block[]; readonly seconds: number }> {
  const session = await openStems({ form, files }, studioThreads());
  const stop = (): void => void session.close();
  signal.addEventListener("abort", stop);
  try {
    // The first run loads the graph.
    await measureTestSound(session, form);
    const parts: (readonly Block[])[] = [];
    async function* blocks(): AsyncGenerator<Block, void, undefined> {
      yield mix;
    }
    const start = performance.now();
    for await (const stems of separateStems(session, form, blocks(), { consistent: true }))
      parts.push(stems.map((stem) => copyFrames(stem, 0)));
    const seconds = (performance.now() - start) / 1000;
    const stems = form.stems.map((_, stem) =>
      joinBlocks(
        parts.map((part) => part[stem]!),
        2,
      ),
    );
    return { stems, seconds };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", stop);
    await session.close();
  }
}

/** A net that finds the room of a sound: the second of its stems is what is left. */
async function checkReverb(form: StemsForm, options: CheckOptions): Promise<ModelCheck> {
  const dry = await readSpeech(options.home, form.sampleRate);
  const wet = inRoom(dry, form.sampleRate);
  const { stems, seconds } = await takeApart(form, wet, options);
  const value = siSdr(stems[1]!, dry) - siSdr(wet, dry);
  return {
    measure: "si-sdr",
    value,
    limit: LEAST_GAIN,
    passed: value >= LEAST_GAIN,
    on: `${SPEECH} in a room that this program makes: more than before`,
    realTime: MIX_SECONDS / seconds,
  };
}

export async function checkStems(form: StemsForm, options: CheckOptions): Promise<ModelCheck> {
  if (form.stems[0] === "reverb") return checkReverb(form, options);
  const rate = form.sampleRate;
  const vocals = await readSpeech(options.home, rate);
  const frames = vocals[0]!.length;
  const truth: Readonly<Record<string, Block>> = {
    vocals,
    drums: beats(frames, rate),
    bass: bassLine(frames, rate),
  };
  const mix = [0, 1].map((channel) =>
    vocals[channel]!.map((_, at) =>
      Object.values(truth).reduce((all, stem) => all + stem[channel]![at]!, 0),
    ),
  );
  const { stems, seconds } = await takeApart(form, mix, options);
  const levels = form.stems.flatMap((name, stem) =>
    truth[name] ? [siSdr(stems[stem]!, truth[name])] : [],
  );
  const value = levels.reduce((all, level) => all + level, 0) / levels.length;
  return {
    measure: "si-sdr",
    value,
    limit: LEAST_SI_SDR,
    passed: value >= LEAST_SI_SDR,
    on: `${SPEECH} with drums and a bass that this program makes`,
    realTime: MIX_SECONDS / seconds,
  };
}
