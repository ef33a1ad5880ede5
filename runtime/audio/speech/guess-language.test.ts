import { expect, it } from "vitest";
import { guessLanguage, isOtherText } from "./guess-language.ts";

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
  ["The river carries sand from the mountains to the sea.", "de", "en"],
  ["Der Fluss trägt Sand von den Bergen ins Meer.", "en", "de"],
  ["El río lleva arena de las montañas al mar.", "en", "es"],
  ["La rivière porte le sable des montagnes à la mer.", "en", "fr"],
  ["Sungai itu membawa pasir dari gunung ke laut.", "en", "id"],
  ["Il fiume porta la sabbia dalle montagne al mare, e non si ferma.", "en", "it"],
  ["De rivier draagt zand van de bergen naar de zee.", "en", "nl"],
  ["O rio leva a areia das montanhas para o mar.", "en", "pt-br"],
  ["他們說這個故事的時候", "en", "zh-tw"],
  ["他们说这个故事的时候", "zh-tw", "zh"],
  ["The city of 東京 was called Edo, and it is the capital.", "de", "en"],
])("TLS-1 the language of %j on a page in %s is %s", (text, locale, language) =>
  expect(guessLanguage(text, locale)).toBe(language),
);

it.each([
  ["", "The river", false],
  ["The river is wide.", "The river is very wide.", false],
  ["The river is wide.", "The river", false],
  ["The river is wide.", "", true],
  ["The river is wide.", "Der Fluss ist breit", true],
])("TLS-1 %j, edited to %j, is another text: %j", (before, after, isOther) =>
  expect(isOtherText(before, after)).toBe(isOther),
);
