import fc from "fast-check";
import { expect, it } from "vitest";
import { digitsOf } from "./digits.ts";

it.each(["123456", " 123 456\n", "123-456", "١٢٣٤٥٦", "１２３４５６", "Code: 123456.", "12345678"])(
  "USR-4 a code pasted as %j is 123456",
  (text) => expect(digitsOf(text, 6)).toBe("123456"),
);

it("USR-4 whatever is pasted, at most six digits come out of it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(digitsOf(text, 6)).toMatch(/^[0-9]{0,6}$/);
    }),
  );
});
