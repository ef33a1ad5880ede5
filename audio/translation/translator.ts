import { type BergamotForm, vocabularyRoles } from "#core/models/forms.ts";
import type { createProgram, StopSignal } from "./program.ts";

/** An available pair of languages. */
export interface LanguagePair {
  readonly form: BergamotForm;
  /** Reads the file of a role. */
  readonly read: (role: string) => Promise<ArrayBuffer>;
}

export interface TranslateOptions {
  /** ISO 639 codes. */
  readonly from: string;
  readonly to: string;
  readonly signal?: StopSignal | undefined;
  /** @param done number of translated texts */
  readonly onProgress?: (done: number) => void;
}

/** Translates texts on the device. */
export interface Translator {
  /**
   * @returns the translations in order; texts without letters are returned unchanged
   * @throws {RangeError} if no pairs connect the languages, not even via a third one
   * @throws {Error} if a model returns nothing
   */
  translate(texts: readonly string[], options: TranslateOptions): Promise<readonly string[]>;
  close(): void;
}

/** Maximum characters per batch: some seconds of work, after which it can be canceled. */
const MAX_BATCH_CHARACTERS = 2000;

/** The pairs that connect two languages: one, or two via a pivot language. */
export function findRoute<Pair extends { readonly form: BergamotForm }>(
  pairs: readonly Pair[],
  from: string,
  to: string,
): readonly Pair[] | null {
  const between = (a: string, b: string): Pair | undefined =>
    pairs.find(({ form }) => form.from === a && form.to === b);
  const direct = between(from, to);
  if (direct) return [direct];
  for (const first of pairs) {
    const second = first.form.from === from ? between(first.form.to, to) : undefined;
    if (second) return [first, second];
  }
  return null;
}

/** Consecutive texts, batched for the program. */
function batches(texts: readonly string[]): (readonly string[])[] {
  const all: string[][] = [];
  let length = Infinity;
  for (const text of texts) {
    if (length + text.length > MAX_BATCH_CHARACTERS) {
      all.push([]);
      length = 0;
    }
    all.at(-1)!.push(text);
    length += text.length;
  }
  return all;
}

const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

/** Creates a translator from the available pairs of languages. */
export function createTranslator(
  pairs: readonly LanguagePair[],
  { ask: call, isFresh, end }: ReturnType<typeof createProgram>,
): Translator {
  let loaded = new Set<LanguagePair>();
  const nameOf = ({ form: { from, to } }: LanguagePair) => ({ from, to });

  async function load(pair: LanguagePair, signal: StopSignal | undefined): Promise<void> {
    if (isFresh()) {
      loaded = new Set();
      await call({ name: "initialize", args: [{ cacheSize: 0 }] }, signal);
    }
    if (loaded.has(pair)) return;
    const { form, read } = pair;
    const buffers = {
      model: await read("model"),
      shortlist: await read("shortlist"),
      vocabs: await Promise.all(vocabularyRoles(form).map(read)),
      config: { "gemm-precision": form.precision },
    };
    signal?.throwIfAborted();
    await call({ name: "loadTranslationModel", args: [nameOf(pair), buffers] }, signal);
    loaded.add(pair);
  }

  return {
    async translate(texts, { from, to, signal, onProgress }) {
      const route = findRoute(pairs, from, to);
      if (!route) throw new RangeError(`Nothing translates “${from}” into “${to}”`);
      for (const pair of route) await load(pair, signal);
      const translated: string[] = [];
      for (const batch of batches(texts)) {
        signal?.throwIfAborted();
        const nonEmpty = batch.filter(hasLetters);
        const responses =
          nonEmpty.length === 0
            ? []
            : ((await call(
                {
                  name: "translate",
                  args: [
                    {
                      models: route.map(nameOf),
                      texts: nonEmpty.map((text) => ({ text, html: false })),
                    },
                  ],
                },
                signal,
              )) as readonly { readonly target: { readonly text: string } }[]);
        let next = 0;
        for (const text of batch) {
          const translation = hasLetters(text) ? responses[next++]!.target.text : text;
          // Marian returns nothing after a numerical failure (NaN).
          if (translation === "" && text !== "")
            throw new Error(`There is no translation of “${text}”`);
          translated.push(translation);
        }
        onProgress?.(translated.length);
      }
      return translated;
    },
    close: () => end(new Error("The translator was closed")),
  };
}
