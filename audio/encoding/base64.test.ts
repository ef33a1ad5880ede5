import { describe, expect, it } from "vitest";
import { fromBase64, toBase64 } from "./base64.ts";

describe("base64", () => {
  it("has the examples of RFC 4648", () => {
    const texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
    const coded = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
    const bytes = texts.map((text) => new TextEncoder().encode(text));
    expect(bytes.map(toBase64)).toEqual(coded);
    expect(coded.map(fromBase64)).toEqual(bytes);
  });

  it("reads every byte, over the ends of lines", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    expect(fromBase64(toBase64(bytes).replaceAll(/.{20}/g, "$&\n"))).toEqual(bytes);
  });
});
