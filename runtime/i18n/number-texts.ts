import type { i18n } from "i18next";
import { withMinus } from "./format.ts";

/** Formats numbers in messages with `Format`. */
export function writeNumbers(instance: i18n): void {
  instance.services.formatter!.addCached("number", (locale, options) => {
    const numbers = new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions);
    return (value: number) => withMinus(numbers.format(value));
  });
}
