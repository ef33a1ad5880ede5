import type { Block } from "../../effect.ts";
import type { NetSession } from "../net-session.ts";
import { separateStems } from "../stems/stems.ts";
import type { StemsForm } from "#core/models/forms.ts";
import {
  type SpeechNet,
  type TranscribeOptions,
  type TranscriptSegment,
  transcribeSpeech,
} from "./transcribe.ts";

/** What a studio model at work sends to another thread. The thread waits until each message is handled. */
export type StudioMessage = StemsMessage | SpokenMessage;

export interface StemsMessage {
  readonly kind: "stems";
  /** The stems after those of the last message, in the order of the form. */
  readonly value: readonly (readonly Float32Array<ArrayBuffer>[])[];
}

export interface SpokenMessage {
  readonly kind: "spoken";
  /** A part of the text: again while it grows, then as it stays. */
  readonly value: TranscriptSegment;
}

type Emit<Message> = (message: Message, transfer: ArrayBuffer[]) => Promise<void>;

const copyPlanes = (stem: Block): Float32Array<ArrayBuffer>[] =>
  stem.map((samples) => samples.slice() as Float32Array<ArrayBuffer>);

/** Separates a sound at the rate of the model, in stereo, and emits its stems. */
export async function streamStems(
  net: NetSession,
  { form, consistent }: { readonly form: StemsForm; readonly consistent: boolean },
  blocks: AsyncIterable<Block>,
  emit: Emit<StemsMessage>,
): Promise<void> {
  for await (const stems of separateStems(net, form, blocks, { consistent })) {
    const value = stems.map(copyPlanes);
    const buffers = value.flatMap((planes) => planes.map(({ buffer }) => buffer));
    await emit({ kind: "stems", value }, buffers);
  }
}

/** Transcribes a mono sound at the rate of the model, and emits its text. */
export async function streamSpeech(
  net: SpeechNet,
  options: Pick<TranscribeOptions, "language" | "terms" | "activity">,
  blocks: AsyncIterable<Block>,
  emit: Emit<SpokenMessage>,
): Promise<void> {
  for await (const value of transcribeSpeech(net, blocks, options))
    await emit({ kind: "spoken", value }, []);
}
