import { fromBase64, toBase64 } from "#audio/encoding/base64.ts";
import { type OwnVoice, readOwnVoice } from "./own-voice.ts";
import { checkReceipt } from "./receipt.ts";

const KIND = "voice-profile";
/** Bytes of the largest file that is read. */
const MOST_BYTES = 16_000_000;

interface VoiceFile {
  readonly kind: typeof KIND;
  /** What this is, to whoever opens the file. */
  readonly note: string;
  readonly voice: OwnVoice;
  /** What was read aloud; null where it is not there any more. */
  readonly consent: { readonly type: string; readonly base64: string } | null;
}

/** A voice with its receipt and the recording of the consent, as a file of JSON. */
export async function writeVoiceFile(
  voice: OwnVoice,
  consent: Blob | null,
  note: string,
): Promise<File> {
  const content: VoiceFile = {
    kind: KIND,
    note,
    voice,
    consent: consent && {
      type: consent.type,
      base64: toBase64(new Uint8Array(await consent.arrayBuffer())),
    },
  };
  const name = voice.name.replace(/[\\/:*?"<>|.]+/g, "").trim() || "voice";
  return new File([JSON.stringify(content)], `${name}.voice.json`, { type: "application/json" });
}

/** What is wrong with a file: it is none of these, or its receipt and its recording do not fit. */
export type VoiceFileFault = "none" | "receipt";

/** Reads a voice; one without a whole receipt is not taken. */
export async function readVoiceFile(
  file: Blob,
): Promise<
  | { readonly voice: OwnVoice; readonly consent: Blob; readonly fault: null }
  | { readonly fault: VoiceFileFault }
> {
  if (file.size > MOST_BYTES) return { fault: "none" };
  let content: Partial<VoiceFile> | null;
  try {
    content = JSON.parse(await file.text()) as Partial<VoiceFile> | null;
  } catch {
    return { fault: "none" };
  }
  const voice = content?.kind === KIND ? readOwnVoice(content.voice) : null;
  if (!voice) return { fault: "none" };
  const { type, base64 } = content!.consent ?? {};
  if (typeof type !== "string" || typeof base64 !== "string") return { fault: "receipt" };
  const consent = new Blob([fromBase64(base64)], { type });
  const state = await checkReceipt(voice.receipt, consent).catch(() => null);
  return state === "whole" ? { voice, consent, fault: null } : { fault: "receipt" };
}
