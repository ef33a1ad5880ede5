import { expect, it } from "vitest";
import { codeFrame } from "./code-frame.ts";

const source = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten";

it("CLI-6 shows the lines around a place, with a caret under it", () => {
  expect(codeFrame(source, 3, 2)).toBe(
    ["  1 | one", "  2 | two", "> 3 | three", "    |  ^", "  4 | four", "  5 | five"].join("\n"),
  );
});

it("CLI-6 stops at the ends of the text, and aligns the numbers", () => {
  expect(codeFrame(source, 1)).toBe("> 1 | one\n    | ^\n  2 | two\n  3 | three");
  expect(codeFrame(source, 10, 3, 1)).toBe("   9 | nine\n> 10 | ten\n     |   ^");
});

it("CLI-6 reads lines that end with CR LF", () => {
  expect(codeFrame("a\r\nb\r\nc", 2, 1, 0)).toBe("> 2 | b\n    | ^");
});

it("CLI-6 a place after the end shows the last lines only", () => {
  expect(codeFrame("a\nb", 4)).toBe("  2 | b");
});
