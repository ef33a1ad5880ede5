import { openWriter } from "#audio/media/write-audio.ts";
import { isVideoFormat } from "#audio/media/writers/output-formats.ts";
import { loadEffect } from "../effect/effects.ts";
import { resources } from "../effect/resources.ts";
import { runEffect } from "../effect/run-effect.ts";
import type { RunRequest, RunResult } from "../effect/run-request.ts";
import { encoders } from "../host/encoders.ts";
import { bytesOf } from "../host/worker-host.ts";
import { openNet } from "../models/open-net.ts";
import { openPaced } from "../open/open-sound.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Applies an effect to a sound, and writes the result to a file. */
export type Run = Task<RunRequest, RunResult>;

export const run: TaskHandler<Run> = async (request, { write, onProgress }) => {
  const { film, beside, drawn } = request;
  const counters: (() => number)[] = [];
  const result = await runEffect(request, {
    openSource: (sound) => openPaced(sound, request.pace),
    async openWriter(options) {
      const { output } = options;
      if (!drawn || !isVideoFormat(output))
        return openWriter(options, encoders, {
          ...(film && { videoFile: bytesOf(film) }),
          ...(beside && { addedTrack: beside }),
        });
      const { openRenderedVideo } = await import("../video/open-rendered-video.ts");
      const writer = await openRenderedVideo({ ...options, output }, drawn);
      if (writer.flashes) counters.push(writer.flashes);
      return writer;
    },
    loadEffect,
    resources,
    openNet,
    write,
    onProgress,
  });
  const [flashes] = counters;
  return flashes ? { ...result, flashes: flashes() } : result;
};
