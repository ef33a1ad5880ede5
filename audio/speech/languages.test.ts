import { expect, it } from "vitest";
import { spokenCode } from "./languages.ts";

it.each([
  ["fr-CA", "fr"],
  ["pt", "pt-br"],
  ["zh-CN", "zh"],
  ["zh-Hant-TW", "zh-tw"],
  ["zh-HK", "zh-tw"],
  ["yue-Hant-HK", "zh-tw"],
  ["yue", "zh"],
  ["sv", null],
])("TLS-1 %s is spoken by the voice %s", (tag, code) => {
  expect(spokenCode(tag)).toBe(code);
});
