// A thread that aligns readings with a recording: a part of it takes seconds, in which the thread of the
// command shows progress and hears Ctrl+C.
import { parentPort, workerData } from "node:worker_threads";
import { type AlignRequest, alignSource } from "#audio/alignment/align-source.ts";
import type { Alignment } from "#audio/alignment/align-words.ts";
import { partOfSource } from "#audio/media/part-of-source.ts";
import { createRpcServer } from "#core/rpc/rpc.ts";
import { openAudioFile } from "../audio/open-file.ts";

/** Path of the recording. */
const input = workerData as string;
const UNHEARD: Alignment = { words: [], distance: Infinity };

const serve = createRpcServer(
  async (request: AlignRequest): Promise<Alignment> => {
    const source = await openAudioFile(input);
    try {
      const part = request.part ? partOfSource(source, request.part) : source;
      return (await alignSource(part, request, () => {})) ?? UNHEARD;
    } finally {
      source.close();
    }
  },
  { post: (message) => parentPort!.postMessage(message) },
);
parentPort!.on("message", serve);
