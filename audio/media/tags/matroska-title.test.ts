import { expect, it } from "vitest";
import { join } from "#tests/bad-files/bytes.ts";
import { matroskaTitle } from "./matroska-title.ts";

const element = (id: readonly number[], content: Uint8Array) =>
  join(Uint8Array.of(...id, 0x80 | content.length), content);
const title = (text: string) => element([0x7b, 0xa9], new TextEncoder().encode(text));
const file = (content: Uint8Array) =>
  join(
    element([0x1a, 0x45, 0xdf, 0xa3], new Uint8Array(3)),
    element([0x18, 0x53, 0x80, 0x67], element([0x15, 0x49, 0xa9, 0x66], content)),
  );

it("TLS-2 the title of a Matroska file is in its header", () => {
  expect(matroskaTitle(file(join(element([0xec], new Uint8Array(4)), title("Täst\0"))))).toBe(
    "Täst",
  );
  expect(matroskaTitle(file(new Uint8Array(0)))).toBeUndefined();
  expect(matroskaTitle(new Uint8Array(9))).toBeUndefined();
});
