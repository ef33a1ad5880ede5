import { isBarelyLower } from "#audio/separation/barely-lower.ts";
import { isVideoFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { factsOf } from "../../audio/file-facts.ts";
import { finishResult } from "../../audio/finish-result.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { formatOfCodec } from "../../audio/requested-format.ts";
import { sourceFormat, storedFormat, resolveFormat } from "../save/saved-format.ts";
import { resultName } from "../settings/effect-params.ts";
import type { Saving } from "../../contract/file.ts";
import type { DeviceJob } from "../../contract/job-runner.ts";
import type { SplitParams } from "./split-params.ts";

/** Stems that replace the audio of a video. */
const VIDEO_STEMS: readonly string[] = ["speech"];

/** Separates a song in a worker; each stem is written directly to the device's storage. */
export const runSplitJob: DeviceJob<SplitParams> = async (job) => {
  const { params, engine, signal, onProgress } = job;
  const { split: preset, stems, output, model, part } = params;
  const file = job.files[0]!;
  const facts = await factsOf(sharedEngine(), file);
  const sound = formatOfCodec(facts.codec);
  const source = sourceFormat(facts, part === undefined);
  const stored = storedFormat(resolveFormat(output, sound));
  const { ending, type } = OUTPUT_FORMATS[stored];
  const sinks = await Promise.all(
    stems.map(({ stem }) => job.sink(resultName(file.name, { suffix: stem, ending }), type)),
  );
  const report = await engine.separate(
    { file, preset, stems, output: stored, ...(model && { net: model }), ...(part && { part }) },
    {
      signal,
      sinks,
      onProgress: (done, stage) => onProgress({ done, stage: `panel-kit:stage.${stage}` }),
    },
  );
  const { input, output: format, frames, before, notes, isMono, runsWith } = report;
  const isFree = !model && isBarelyLower(preset, before, report.after.at(-1)!);
  return Promise.all(
    stems.map(async ({ stem: role }, at) => {
      const written = await finishResult(sinks[at]!, {
        findings: { figures: { mono: isMono ? 1 : 0 } },
        input,
        output: format,
        frames,
        before,
        after: report.after[at]!,
        notes,
        effect: null,
        values: {},
        ...(model && { model: model.id }),
        ...(runsWith && { runsWith }),
      });
      const withFilm = isVideoFormat(source) && VIDEO_STEMS.includes(role);
      const saving: Saving = {
        stored,
        source: withFilm ? source : sound,
        chosen: output,
        film: withFilm ? job.fileIds[0]! : null,
        outOfStep: false,
        sampleRate: format.sampleRate,
        channels: format.channels,
        seconds: frames[1] / format.sampleRate,
      };
      return {
        ...written,
        saving,
        role,
        ...(isFree && { unchanged: "panel-kit:nothing.instrument" }),
      };
    }),
  );
};
