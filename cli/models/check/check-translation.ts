import type { BergamotForm } from "#core/models/forms.ts";
import { languagePair, openTranslator } from "../../translation/open-translator.ts";
import { wordErrors } from "../word-errors.ts";
import { LINES } from "./material.ts";
import type { CheckOptions, ModelCheck } from "./model-check.ts";

/** Per cent: translations differ in their words, but not in most of them. */
const MOST_OTHER_WORDS = 80;

export async function checkTranslation(
  form: BergamotForm,
  { files, signal }: CheckOptions,
): Promise<ModelCheck> {
  const [text, wanted] = [form.from, form.to].map((code) => LINES[code]);
  const translator = openTranslator([languagePair(form, files)]);
  try {
    const { from, to } = form;
    const asked = text ?? LINES["en"]!;
    await translator.translate(["1"], { from, to, signal });
    const start = performance.now();
    const [told] = await translator.translate([asked], { from, to, signal });
    const seconds = (performance.now() - start) / 1000;
    const { errors, words } = wordErrors(told!, wanted ?? "");
    // Where there is no text to compare with, one that is left as it was is no translation.
    const value = wanted ? (100 * errors) / words : told === asked ? 100 : 0;
    return {
      measure: "wer",
      value,
      limit: MOST_OTHER_WORDS,
      passed: value <= MOST_OTHER_WORDS,
      on: `“${asked}”: “${told}”`,
      // As long as it takes to say it.
      realTime: asked.length / 15 / seconds,
    };
  } finally {
    translator.close();
  }
}
