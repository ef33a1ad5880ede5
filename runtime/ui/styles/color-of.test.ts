import { expect, it } from "vitest";
import { colorOf } from "./color-of.ts";

it.each([
  ["light-dark(#faf7f1, #14130f)", "light", "#faf7f1"],
  [" light-dark(#faf7f1,#14130f)", "dark", "#14130f"],
  ["#e0a100", "dark", "#e0a100"],
  ["", "light", ""],
])("%j is, where it is %s, %j", (value, colorScheme, color) => {
  expect(colorOf({ colorScheme, getPropertyValue: () => value }, "--paper")).toBe(color);
});
