import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Block } from "../../../audio/effect.ts";
import { joinBlocks } from "../../../audio/signal/blocks.ts";
import type { DemucsForm } from "../../../core/models/forms.ts";
import { studioThreads } from "../../audio/studio/run-studio.ts";
import { createResult } from "../../audio/write-file.ts";
import { bassLine, beats, MIX_SECONDS, readSpeech, siSdr, SPEECH } from "./material.ts";
import type { CheckOptions, ModelCheck } from "./model-check.ts";
import { timed } from "./run-timed.ts";

/** dB, below which a stem is mostly something else; HTDemucs reaches 15 on this material. */
const LEAST_SI_SDR = 3;

export async function checkStems(form: DemucsForm, options: CheckOptions): Promise<ModelCheck> {
  const { home, files, signal } = options;
  const rate = form.sampleRate;
  const vocals = await readSpeech(home, rate);
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
  const folder = await mkdtemp(path.join(tmpdir(), "toolkit-check-"));
  try {
    const input = path.join(folder, "mix.wav");
    const file = createResult({ file: input, output: "wav32f", tags: {}, duration: MIX_SECONDS });
    await file.write(mix, { sampleRate: rate, channels: 2 });
    await file.finish();
    const parts: (readonly Block[])[] = [];
    const task = { form, files, input, consistent: true, threads: studioThreads() };
    const seconds = await timed(task, signal, ({ stems }) => parts.push(stems!));
    const levels = form.stems.flatMap((name, stem) =>
      truth[name]
        ? [
            siSdr(
              joinBlocks(
                parts.map((part) => part[stem]!),
                2,
              ),
              truth[name],
            ),
          ]
        : [],
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
  } finally {
    await rm(folder, { recursive: true });
  }
}
