import {
  type EngineState,
  NoResponse,
  probeEngine,
  respond,
} from "#runtime/services/browser-engine.ts";
import { centralSentences } from "#audio/podcast/script/rank-sentences.ts";
import {
  type TalkLine,
  type ScriptRequest,
  readScript,
  scriptQuestion,
} from "#core/hosted/script.ts";

interface Expected {
  readonly type: "text";
  readonly languages: readonly string[];
}
interface ModelOptions {
  readonly expectedInputs: readonly Expected[];
  readonly expectedOutputs: readonly Expected[];
}
interface PromptOptions {
  readonly responseConstraint: object;
  readonly signal?: AbortSignal;
}
/** The used part of the Prompt API (W3C Web Machine Learning CG). */
interface ModelSession {
  readonly contextWindow: number;
  measureContextUsage(input: string, options: PromptOptions): Promise<number>;
  prompt(input: string, options: PromptOptions): Promise<string>;
  destroy(): void;
}
interface ModelClass {
  availability(options: ModelOptions): Promise<string>;
  create(
    options: ModelOptions & {
      readonly initialPrompts: readonly { readonly role: "system"; readonly content: string }[];
      readonly signal: AbortSignal;
      readonly monitor: (target: EventTarget) => void;
    },
  ): Promise<ModelSession>;
}

const modelClass = (): ModelClass | null =>
  (globalThis as { readonly LanguageModel?: ModelClass }).LanguageModel ?? null;

/** Part of the context window that a prompt may fill; the rest is for the response. */
const SHARE = 0.5;
/** Factor by which the number of sentences is reduced if the prompt is too long. */
const FEWER = 0.7;

/** Language tags of browsers for locales that differ. Prompts are in English. */
const TAGS: Readonly<Record<string, string>> = { "pt-br": "pt", "zh-tw": "zh-Hant" };
function optionsFor(language: string): ModelOptions {
  const tag = TAGS[language] ?? language;
  const languages = [...new Set(["en", tag])];
  return {
    expectedInputs: [{ type: "text", languages }],
    expectedOutputs: [{ type: "text", languages: [tag] }],
  };
}

/** Time in ms without progress after which a download of the model is given up. */
const SILENCE_MS = 120_000;

/**
 * Languages that the browser's model lacks; they are queried once, because browsers write a warning
 * to their console.
 */
const lacking = new Set<string>();

/**
 * Whether this browser has a language model that writes in a language. @param language locale code
 */
export async function browserModel(language: string): Promise<EngineState> {
  const own = modelClass();
  if (typeof own?.availability !== "function") return "unavailable";
  if (lacking.has(language)) return "unavailable";
  const ask = (code: string): Promise<EngineState> =>
    probeEngine(() => own.availability(optionsFor(code)));
  // Without any model other languages need not be queried.
  const any = await ask("en");
  const found = any === "unavailable" || language === "en" ? any : await ask(language);
  if (found === "unavailable") lacking.add(language);
  return found;
}

/** The script of the browser's model. */
export interface BrowserScript {
  readonly lines: readonly TalkLine[];
  /** Number of sentences that it has read. */
  readonly read: number;
}

/**
 * Lets the browser's model write a script on the device. If a text is too long, the model reads its
 * most central sentences.
 * @returns null if it has written none
 * @throws {NoResponse} if its download makes no progress for 2 minutes
 */
export async function writeWithBrowser(
  request: ScriptRequest,
  {
    signal,
    onDownload,
    onSilence,
  }: {
    readonly signal: AbortSignal;
    /** @param part progress from 0 to 1 */
    readonly onDownload: (part: number) => void;
    /** @param isSilent whether the browser has made no progress for 5 seconds */
    readonly onSilence?: (isSilent: boolean) => void;
  },
): Promise<BrowserScript | null> {
  const { sentences, language } = request;
  const session = await respond(
    (step) =>
      modelClass()!.create({
        ...optionsFor(language),
        initialPrompts: [{ role: "system", content: scriptQuestion(request).system }],
        signal: step.signal,
        monitor: (target) =>
          target.addEventListener("downloadprogress", (event) => {
            step.keepWaiting();
            onDownload((event as ProgressEvent).loaded);
          }),
      }),
    { signal, ms: SILENCE_MS, onSilence },
  ).catch((error: unknown) => {
    if (error instanceof NoResponse) lacking.add(language);
    throw error;
  });
  try {
    let indexes: readonly number[] = sentences.map((_, at) => at);
    for (;;) {
      const part = { ...request, sentences: indexes.map((at) => sentences[at]!) };
      const { user, schema: responseConstraint } = scriptQuestion(part);
      const taken = await session.measureContextUsage(user, { responseConstraint });
      if (taken > SHARE * session.contextWindow && indexes.length > 1) {
        indexes = centralSentences(sentences, language, Math.floor(FEWER * indexes.length));
        continue;
      }
      const written = await session.prompt(user, { responseConstraint, signal });
      const lines = readScript(jsonOf(written), part);
      return (
        lines && {
          read: indexes.length,
          lines: lines.map((line) => ({
            ...line,
            source: line.source === null ? null : indexes[line.source]!,
          })),
        }
      );
    }
  } finally {
    session.destroy();
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
