import { FaultError } from "../../contract/fault.ts";
import {
  type EngineState,
  NoResponse,
  probeEngine,
  respond,
} from "../../services/browser-engine.ts";

/** What is used of the recognizer of the Web Speech API, with its part for work on the device. */
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

/** The browser's own; null where it has none. */
export const recognizerClass = (): RecognizerClass | null =>
  (globalThis as { readonly SpeechRecognition?: RecognizerClass }).SpeechRecognition ?? null;

/** Languages whose pack the browser could not install; they are not offered again. */
const missing = new Set<string>();
/** Milliseconds that the installation of a language pack may take; browsers tell no progress of it. */
const INSTALL_MS = 300_000;

/** The names that browsers may have for a language: `en` is `en-US` or `en`. */
function tagsOf(language: string): readonly string[] {
  const { language: base, region } = new Intl.Locale(language).maximize();
  return [...new Set([region === undefined ? base : `${base}-${region}`, language])];
}

/** The first name by which the browser knows a language on the device, and whether it is installed. */
async function findPack(language: string): Promise<{ tag: string; state: EngineState } | null> {
  const own = recognizerClass();
  if (typeof own?.available !== "function") return null;
  for (const tag of tagsOf(language)) {
    const state = await probeEngine(() => own.available!({ langs: [tag], processLocally: true }));
    if (state !== "unavailable") return { tag, state };
  }
  return null;
}

/** Whether this browser can recognize a language on the device, as far as it says. */
export const canBrowserHear = async (language: string): Promise<boolean> =>
  !missing.has(language) && (await findPack(language)) !== null;

/**
 * Installs the pack of a language where it is not installed yet.
 * @returns the name by which the browser knows the language
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
