import type { OfferedModel } from "#core/models/offered.ts";
import { findRoute } from "#audio/translation/translator.ts";
import {
  type EngineState,
  NoResponse,
  probeEngine,
  respond,
} from "#runtime/services/browser-engine.ts";
import type { BergamotForm } from "#core/models/forms.ts";

/**
 * The used part of the Translator API (W3C Web Machine Learning CG, Translator and Language
 * Detector APIs).
 */
interface BrowserTranslator {
  translate(text: string, options?: { readonly signal?: AbortSignal }): Promise<string>;
  destroy?(): void;
}
interface TranslatorClass {
  availability(pair: BrowserPair): Promise<string>;
  create(
    options: BrowserPair & {
      readonly signal?: AbortSignal;
      readonly monitor?: (target: EventTarget) => void;
    },
  ): Promise<BrowserTranslator>;
}
interface BrowserPair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

const translatorClass = (): TranslatorClass | null =>
  (globalThis as { readonly Translator?: TranslatorClass }).Translator ?? null;

/** Language tags of browsers for locales that differ. */
const TAGS: Readonly<Record<string, string>> = { "pt-br": "pt", "zh-tw": "zh-Hant" };
const pairOf = (from: string, to: string): BrowserPair => ({
  sourceLanguage: TAGS[from] ?? from,
  targetLanguage: TAGS[to] ?? to,
});

/** Time in ms without progress after which a download or a line is given up. */
const SILENCE_MS = 30_000;
/** Language pairs whose translator did not respond; they are not offered again. */
const silent = new Set<string>();

/** Whether this browser can translate between two languages. */
export async function browserTranslator(from: string, to: string): Promise<EngineState> {
  const own = translatorClass();
  if (typeof own?.availability !== "function" || silent.has(`${from} ${to}`)) return "unavailable";
  return probeEngine(() => own.availability(pairOf(from, to)));
}

export interface Translating {
  /** Locale codes. */
  readonly from: string;
  readonly to: string;
  readonly signal: AbortSignal;
  /** @param done from 0 to 1 of the texts */
  readonly onProgress: (done: number) => void;
  /** @param at index of the text */
  readonly onText: (at: number, text: string) => void;
}
interface BrowserTranslating extends Translating {
  /**
   * @param part progress of the download of a language pack from 0 to 1; null while none is running
   */
  readonly onDownload: (part: number | null) => void;
  /** @param isSilent whether the browser has made no progress for 5 seconds */
  readonly onSilence?: (isSilent: boolean) => void;
}

/** This browser cannot translate between these languages. */
export class NoPair extends Error {
  override readonly name = "NoPair";
}

/**
 * Translates texts with the browser's language packs, which it may download first.
 * @throws {NoPair}
 * @throws {NoResponse} if it makes no progress for 30 seconds
 */
export async function translateWithBrowser(
  texts: readonly string[],
  { from, to, signal: canceled, onProgress, onText, onDownload, onSilence }: BrowserTranslating,
): Promise<void> {
  const state = await browserTranslator(from, to);
  if (state === "unavailable") throw new NoPair();
  const limits = { signal: canceled, ms: SILENCE_MS, onSilence };
  let translator: BrowserTranslator | undefined;
  try {
    if (state !== "available") onDownload(0);
    translator = await respond(
      ({ signal, keepWaiting }) =>
        translatorClass()!.create({
          ...pairOf(from, to),
          signal,
          monitor: (target) =>
            target.addEventListener("downloadprogress", (event) => {
              keepWaiting();
              onDownload((event as ProgressEvent).loaded);
            }),
        }),
      limits,
    );
    onDownload(null);
    for (const [at, text] of texts.entries()) {
      const made = translator;
      onText(at, await respond(({ signal }) => made.translate(text, { signal }), limits));
      onProgress((at + 1) / texts.length);
    }
  } catch (error) {
    if (error instanceof NoResponse) silent.add(`${from} ${to}`);
    throw error;
  } finally {
    onDownload(null);
    translator?.destroy?.();
  }
}

type Pair = OfferedModel & { readonly form: BergamotForm };
const isPair = (model: OfferedModel): model is Pair => model.form.kind === "bergamot";
/** Language codes of studio models. */
const baseOf = (locale: string): string => (locale === "zh-tw" ? locale : locale.split("-")[0]!);

/** Studio models that translate between two languages in sequence; null if there are none. */
export const studioRoute = (
  models: readonly OfferedModel[],
  from: string,
  to: string,
): readonly Pair[] | null => findRoute(models.filter(isPair), baseOf(from), baseOf(to));

/** Number of texts that are translated at once. */
const BATCH = 8;

/** Translates texts with studio models on the device. */
export async function translateWithModels(
  texts: readonly string[],
  {
    models,
    folder,
    from,
    to,
    signal,
    onProgress,
    onText,
  }: Translating & { readonly models: readonly OfferedModel[]; readonly folder: string },
): Promise<void> {
  const { languagePairOf, openTranslator } =
    await import("#runtime/audio/translation/open-translator.ts");
  const pairs = models.map(languagePairOf).filter((pair) => pair !== null);
  const translator = openTranslator(pairs, folder);
  try {
    for (let at = 0; at < texts.length; at += BATCH) {
      const own = texts.slice(at, at + BATCH);
      const made = await translator.translate(own, { from: baseOf(from), to: baseOf(to), signal });
      for (const [index, text] of made.entries()) onText(at + index, text);
      onProgress(Math.min(1, (at + BATCH) / texts.length));
    }
  } finally {
    translator.close();
  }
}
