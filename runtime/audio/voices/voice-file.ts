import { fromBase64, toBase64 } from "#audio/encoding/base64.ts";
import { type OwnVoice, readOwnVoice } from "./own-voice.ts";
import { checkReceipt } from "./receipt.ts";

const KIND = "voice-profile";
/** Maximum size of an imported file, in bytes. */
const MAX_BYTES = 16_000_000;

interface VoiceFile {
  readonly kind: typeof KIND;
  /** Describes the file to a person who opens it. */
  readonly note: string;
  readonly voice: OwnVoice;
  /** The consent recording; null if it was deleted. */
  readonly consent: { readonly type: string; readonly base64: string } | null;
}

/** A voice with its receipt and consent recording, as a JSON file. */
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

/** Why a file is rejected: it is no voice file, or its receipt does not match its recording. */
export type VoiceFileFault = "none" | "receipt";

/** Parses a voice file; voices without a valid receipt are rejected. */
export async function readVoiceFile(
  file: Blob,
): Promise<
  | { readonly voice: OwnVoice; readonly consent: Blob; readonly fault: null }
  | { readonly fault: VoiceFileFault }
> {
  if (file.size > MAX_BYTES) return { fault: "none" };
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
