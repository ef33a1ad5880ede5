import { expect, it } from "vitest";
import { speechFileName, titleOf } from "./file-name.ts";

it("TLS-1 a text is titled by its first line, without marks and extra spaces", () => {
  expect(titleOf("  # A   title\nand more")).toBe("A title");
  expect(titleOf("")).toBe("");
});

it("TLS-1 a long title is cut between words, to at most 40 characters", () => {
  const title = titleOf("one two three four five six seven eight nine ten");
  expect(title).toBe("one two three four five six seven eight…");
  expect(Array.from(titleOf("a".repeat(60)))).toHaveLength(41);
  // Characters outside of the basic plane are not cut in half.
  expect(titleOf(`a${"🎵".repeat(60)}`).isWellFormed()).toBe(true);
});

it("TLS-4 a file name has no characters that file systems reserve, and is never empty", () => {
  expect(speechFileName('a/b\\c:d*e?f"g<h>i|j.')).toBe("abcdefghij");
  expect(speechFileName("…")).toBe("speech");
  expect(speechFileName("")).toBe("speech");
});
