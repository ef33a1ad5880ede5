import { type BergamotForm, vocabularyRoles } from "#core/models/forms.ts";
import type { createProgram, StopSignal } from "./program.ts";

/** A pair of languages that is there. */
export interface LanguagePair {
  readonly form: BergamotForm;
  /** Bytes of the file of a role. */
  readonly read: (role: string) => Promise<ArrayBuffer>;
}

export interface TranslateOptions {
  /** ISO 639 codes. */
  readonly from: string;
  readonly to: string;
  readonly signal?: StopSignal | undefined;
  /** @param done texts that have been translated */
  readonly onProgress?: (done: number) => void;
}

/** Translates texts, on the device. */
export interface Translator {
  /**
   * @returns a translation of each text, in their order; a text without letters as it is
   * @throws {RangeError} where no pairs lead from one language to the other, also over a third
   * @throws {Error} where a model answers with nothing
   */
  translate(texts: readonly string[], options: TranslateOptions): Promise<readonly string[]>;
  close(): void;
}

/** Characters that go to the program at once: some seconds of work, after which it may stop. */
const MOST_CHARACTERS = 2000;

/** The pairs that lead from one language to the other: one, or two over a language between. */
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

/** Texts in turn, as many as go to the program at once. */
function batches(texts: readonly string[]): (readonly string[])[] {
  const all: string[][] = [];
  let length = Infinity;
  for (const text of texts) {
    if (length + text.length > MOST_CHARACTERS) {
      all.push([]);
      length = 0;
    }
    all.at(-1)!.push(text);
    length += text.length;
  }
  return all;
}

const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

/** A translator over the pairs of languages that are there. */
export function createTranslator(
  pairs: readonly LanguagePair[],
  { ask, isFresh, end }: ReturnType<typeof createProgram>,
): Translator {
  let loaded = new Set<LanguagePair>();
  const nameOf = ({ form: { from, to } }: LanguagePair) => ({ from, to });

  async function load(pair: LanguagePair, signal: StopSignal | undefined): Promise<void> {
    if (isFresh()) {
      loaded = new Set();
      await ask({ name: "initialize", args: [{ cacheSize: 0 }] }, signal);
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
    await ask({ name: "loadTranslationModel", args: [nameOf(pair), buffers] }, signal);
    loaded.add(pair);
  }

  return {
    async translate(texts, { from, to, signal, onProgress }) {
      const route = findRoute(pairs, from, to);
      if (!route) throw new RangeError(`Nothing translates “${from}” into “${to}”`);
      for (const pair of route) await load(pair, signal);
      const told: string[] = [];
      for (const batch of batches(texts)) {
        signal?.throwIfAborted();
        const asked = batch.filter(hasLetters);
        const answers =
          asked.length === 0
            ? []
            : ((await ask(
                {
                  name: "translate",
                  args: [
                    {
                      models: route.map(nameOf),
                      texts: asked.map((text) => ({ text, html: false })),
                    },
                  ],
                },
                signal,
              )) as readonly { readonly target: { readonly text: string } }[]);
        let next = 0;
        for (const text of batch) {
          const answer = hasLetters(text) ? answers[next++]!.target.text : text;
          // Marian says nothing where its numbers are none.
          if (answer === "" && text !== "") throw new Error(`There is no translation of “${text}”`);
          told.push(answer);
        }
        onProgress?.(told.length);
      }
      return told;
    },
    close: () => end(new Error("The translator was closed")),
  };
}
