// A thread that finds who speaks in a recording: a window takes seconds, in which the thread of the
// command shows progress and reacts to Ctrl+C.
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { convertBlocks } from "#audio/nets/studio/convert-blocks.ts";
import { type Diarization, findSpeakers } from "#audio/speakers/find-speakers.ts";
import { createEmbeddingNet, createSegmentationNet } from "#audio/speakers/speaker-nets.ts";
import { createRpcServer } from "#core/rpc/rpc.ts";
import { openNodeSession } from "../audio/nets/node-session.ts";
import { openAudioFile } from "../audio/open-file.ts";
import { studioThreads } from "../audio/studio/run-studio.ts";
import type { SpeakersRequest } from "./find-speakers.ts";

/** Path of the recording. */
const input = workerData as string;

const serve = createRpcServer(
  async ({ models, count }: SpeakersRequest): Promise<Diarization> => {
    const { segmentation, embedding } = models;
    const open = async (graph: string) => openNodeSession(await readFile(graph), studioThreads());
    const nets = {
      segmentation: createSegmentationNet(await open(segmentation.graph), segmentation.form),
      embedding: createEmbeddingNet(await open(embedding.graph), embedding.form),
    };
    const source = await openAudioFile(input);
    try {
      const to = { sampleRate: segmentation.form.sampleRate, channels: 1 } as const;
      return await findSpeakers(nets, convertBlocks(source.blocks(), source.format, to), { count });
    } finally {
      source.close();
    }
  },
  { post: (message) => parentPort!.postMessage(message) },
);
parentPort!.on("message", serve);
