// A thread in which a voice speaks: a phrase takes seconds in which nothing else is heard, so that who does
// not want it any more ends the thread.
import { parentPort, workerData } from "node:worker_threads";
import type { SynthesisOptions } from "#audio/nets/speaking/speech-synthesis-net.ts";
import type { VoiceForm } from "#core/models/forms.ts";
import { openSpeakingNet } from "./open-speaking-net.ts";

const { form, files, threads } = workerData as {
  readonly form: VoiceForm;
  readonly files: Readonly<Record<string, string>>;
  readonly threads: number;
};
type Question = SynthesisOptions & { readonly turn: number; readonly phonemes: string };

const opened = openSpeakingNet(form, files, threads);
opened.catch(() => {});
let last: Promise<unknown> = Promise.resolve();
parentPort!.on("message", ({ turn, phonemes, ...options }: Question) => {
  last = last.then(async () => {
    try {
      const said = await (await opened).synthesize(phonemes, options);
      parentPort!.postMessage({ turn, ...said }, [said.samples.buffer]);
    } catch (error) {
      parentPort!.postMessage({ turn, error: String((error as Error).message ?? error) });
    }
  });
});
