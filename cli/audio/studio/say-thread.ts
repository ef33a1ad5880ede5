// Thread in which a voice speaks. It cannot receive messages during a phrase, which takes seconds,
// so callers cancel by terminating it.
import { parentPort, workerData } from "node:worker_threads";
import type { SynthesisOptions } from "#audio/nets/speaking/speech-synthesis-net.ts";
import { createRpcServer } from "#core/rpc/rpc.ts";
import type { VoiceForm } from "#core/models/forms.ts";
import { openSpeakingNet } from "./open-speaking-net.ts";

const { form, files, threads } = workerData as {
  readonly form: VoiceForm;
  readonly files: Readonly<Record<string, string>>;
  readonly threads: number;
};

const opened = openSpeakingNet(form, files, threads);
opened.catch(() => {});
const serve = createRpcServer(
  async ({ phonemes, ...options }: SynthesisOptions & { readonly phonemes: string }) =>
    (await opened).synthesize(phonemes, options),
  {
    post: (message, transfer: ArrayBuffer[]) => parentPort!.postMessage(message, transfer),
    transferOf: ({ samples }) => [samples.buffer],
    toMessage: (error) => String((error as Error).message ?? error),
  },
);
parentPort!.on("message", serve);
