import { FaultError } from "../../contract/fault.ts";
import {
  type EngineState,
  NoResponse,
  probeEngine,
  respond,
} from "../../services/browser-engine.ts";

/** The part of the Web Speech API that is used, with its on-device recognition. */
interface Recognizer extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  start(track: MediaStreamTrack): void;
  abort(): void;
}
interface RecognizerClass {
  new (): Recognizer;
  available?(options: RecognizerOptions): Promise<string>;
  install?(options: RecognizerOptions): Promise<boolean>;
}
interface RecognizerOptions {
  readonly langs: readonly string[];
  readonly processLocally: boolean;
}

/** The browser's recognizer; null if it has none. */
export const recognizerClass = (): RecognizerClass | null =>
  (globalThis as { readonly SpeechRecognition?: RecognizerClass }).SpeechRecognition ?? null;

/** Languages whose pack could not be installed; they are not offered again. */
const missing = new Set<string>();
/** Time limit for installing a language pack, in ms; browsers report no progress. */
const INSTALL_MS = 300_000;

/** Tags that browsers may use for a language: `en` is `en-US` or `en`. */
function tagsOf(language: string): readonly string[] {
  const { language: base, region } = new Intl.Locale(language).maximize();
  return [...new Set([region === undefined ? base : `${base}-${region}`, language])];
}

/** The first tag that the browser supports on the device, and whether its pack is installed. */
async function findPack(language: string): Promise<{ tag: string; state: EngineState } | null> {
  const own = recognizerClass();
  if (typeof own?.available !== "function") return null;
  for (const tag of tagsOf(language)) {
    const state = await probeEngine(() => own.available!({ langs: [tag], processLocally: true }));
    if (state !== "unavailable") return { tag, state };
  }
  return null;
}

/** Whether the browser reports on-device recognition for a language. */
export const canRecognizeInBrowser = async (language: string): Promise<boolean> =>
  !missing.has(language) && (await findPack(language)) !== null;

/**
 * Installs the pack of a language if necessary.
 * @returns the tag that the browser uses for the language
 * @throws {FaultError} `panel-transcript:fault.language`, `panel-transcript:fault.pack`
 */
export async function preparePack(language: string, signal: AbortSignal): Promise<string> {
  const found = await findPack(language);
  if (!found) throw new FaultError("panel-transcript:fault.language");
  const { tag, state } = found;
  if (state === "available") return tag;
  const isInstalled = await respond(
    async () => recognizerClass()!.install?.({ langs: [tag], processLocally: true }),
    { signal, ms: INSTALL_MS },
  ).catch((error: unknown) => {
    if (error instanceof NoResponse) return false;
    throw error;
  });
  if (isInstalled === true) return tag;
  missing.add(language);
  throw new FaultError("panel-transcript:fault.pack");
}
