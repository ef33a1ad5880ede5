import { expect, it } from "vitest";
import { createBits } from "./bits.ts";

it("TLS-2 bits are read across bytes, with and without a sign", () => {
  const bits = createBits(
    Uint8Array.of(0b1010_0000, 0, 0, 0, 0, 0b0001_1111, 0xff, 0xff, 0xff, 0xff),
  );
  expect(bits.read(3)).toBe(0b101);
  expect(bits.readZeros()).toBe(40);
  expect(bits.readSigned(4)).toBe(-1);
  expect(bits.align()).toBe(6);
  expect(bits.read(32)).toBe(0xffff_ffff);
  expect(bits.read(0)).toBe(0);
  expect(() => bits.read(1)).toThrow(RangeError);
});

it("TLS-2 33 bits have a sign", () => {
  expect(createBits(Uint8Array.of(0x80, 0, 0, 0, 0x80)).readSigned(33)).toBe(-(2 ** 32) + 1);
});

it("TLS-4 a run of zeros ends with the data", () => {
  expect(() => createBits(new Uint8Array(100)).readZeros()).toThrow(RangeError);
});
