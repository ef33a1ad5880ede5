import { openWriter } from "#audio/media/write-audio.ts";
import { isVideoFormat } from "#audio/media/writers/output-formats.ts";
import { loadEffect } from "../effect/effects.ts";
import { resources } from "../effect/resources.ts";
import { runEffect } from "#audio/tasks/run-effect.ts";
import type { RunRequest, RunResult } from "../effect/run-request.ts";
import { encoders } from "../host/encoders.ts";
import { bytesOf } from "../host/worker-host.ts";
import { openNet } from "../models/open-net.ts";
import { soundFiles } from "../open/open-sound.ts";
import { openPaced } from "#audio/tasks/sounds/open-sound.ts";
import { prepareStep } from "#audio/pipeline/step.ts";
import { runInSegments } from "../segments/run-in-segments.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Applies an effect to a sound, and writes the result to a file. */
export type Run = Task<RunRequest, RunResult>;

export const run: TaskHandler<Run> = async (request, { write, onProgress }) => {
  const { video, addedTrack, drawn, helpers = [] } = request;
  const counters: (() => number)[] = [];
  const result = await runEffect(request, {
    openSource: (sound) => openPaced(sound, request.pace, soundFiles),
    async openWriter(options) {
      const { output } = options;
      if (!drawn || !isVideoFormat(output))
        return openWriter(options, encoders, {
          ...(video && { videoFile: bytesOf(video) }),
          ...(addedTrack && { addedTrack }),
        });
      const { openRenderedVideo } = await import("../video/open-rendered-video.ts");
      const writer = await openRenderedVideo({ ...options, output }, drawn);
      if (writer.flashes) counters.push(writer.flashes);
      return writer;
    },
    loadEffect,
    prepareStep: (effect, values, net) => prepareStep(effect, values as never, resources, net),
    openNet,
    processInParallel:
      helpers.length > 0 ? (sound) => runInSegments(helpers, sound, resources) : undefined,
    write,
    onProgress,
  });
  const [flashes] = counters;
  return flashes ? { ...result, flashes: flashes() } : result;
};
