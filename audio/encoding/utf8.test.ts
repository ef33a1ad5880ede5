import { expect, it } from "vitest";
import { decodeUtf8, encodeUtf8 } from "./utf8.ts";

it("TLS-2 texts of tags are UTF-8 as the platform writes and reads it", () => {
  for (const text of ["", "Zwölf", "河 и ğ", "a😀b", "\uD800 half"]) {
    const bytes = new TextEncoder().encode(text);
    expect([...encodeUtf8(text)]).toEqual([...bytes]);
    expect(decodeUtf8(bytes)).toBe(new TextDecoder().decode(bytes));
  }
  expect(decodeUtf8(Uint8Array.of(0x5a, 0xfc, 0x72))).toBe("Zür");
});
