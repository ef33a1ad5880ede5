import { expect, it } from "vitest";
import { guessLanguage } from "./guess-language.ts";

it.each([
  ["", "ar", "ar"],
  ["12:30 …", "ja", "ja"],
  ["Good morning", "de", "de"],
  ["Good morning", "ar", "en"],
  ["مرحبا", "de", "ar"],
  ["Привет", "en", "ru"],
  ["你好", "en", "zh"],
  ["你好", "zh-tw", "zh-tw"],
  ["東京へ行く", "en", "ja"],
  ["안녕", "ja", "ko"],
  ["", "xx", "en"],
])("TLS-1 the language of %j on a page in %s is %s", (text, locale, language) =>
  expect(guessLanguage(text, locale)).toBe(language),
);
