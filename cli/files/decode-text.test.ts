import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

const utf8 = (text: string): Buffer => Buffer.from(text);
const mark = Buffer.from([0xef, 0xbb, 0xbf]);

it("CLI-6 utf-8 is read with and without its mark, replacement characters included", () => {
  for (const text of ["", "ä\n漢\u{1f3b5}", "written \ufffd"]) {
    expect(decodeText(utf8(text))).toEqual({ text });
    expect(decodeText(Buffer.concat([mark, utf8(text)]))).toEqual({ text });
  }
});

it.each([
  ["a byte of Windows-1252", [utf8("a\nbä"), [0xe4], utf8("c\n")], 2, 3, "0xE4"],
  ["the first byte", [[0xff]], 1, 1, "0xFF"],
  ["a byte after the mark", [mark, utf8("é"), [0xe9]], 1, 2, "0xE9"],
  ["a character that is cut off at the end", [utf8("x\n"), [0xe6, 0xbc]], 2, 1, "0xE6"],
  [
    "a byte that begins what does not follow",
    [utf8("\u{1f3b5}"), [0xe4], utf8("bc")],
    1,
    3,
    "0xE4",
  ],
  ["half of a pair", [utf8("ok"), [0xed, 0xa0, 0x80]], 1, 3, "0xED"],
  ["the second of two", [utf8("a\n\n"), [0x80, 0x41, 0x80]], 3, 1, "0x80"],
])("CLI-6 %s is reported with its location", (_, parts, line, column, byte) => {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)));
  expect(decodeText(bytes)).toEqual({ undecodable: { line, column, byte } });
});

it("CLI-6 utf-16 is decoded, and a lone surrogate in it is reported", () => {
  const bytes = Buffer.from("\ufeffa\nä\ud800b", "utf16le");
  expect(decodeText(bytes.subarray(0, 8), "utf-16le")).toEqual({ text: "a\nä" });
  expect(decodeText(bytes, "utf-16le")).toMatchObject({ undecodable: { line: 2, column: 2 } });
});

it("CLI-6 any bytes are decoded like the platform does, or reported at the first difference", () => {
  const segment = fc.oneof(
    fc.uint8Array({ maxLength: 3 }),
    fc.string({ unit: "grapheme" }).map(utf8),
  );
  fc.assert(
    fc.property(fc.array(segment), (parts) => {
      const bytes = Buffer.concat(parts);
      const lenient = new TextDecoder().decode(bytes);
      const found = decodeText(bytes);
      if ("text" in found) expect(found.text).toBe(lenient);
      else {
        const { line, column } = found.undecodable;
        expect(lenient.split("\n")[line - 1]![column - 1]).toBe("\ufffd");
      }
    }),
  );
});
