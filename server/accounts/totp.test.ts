import { expect, it } from "vitest";
import { totp } from "../testing/totp.ts";
import { base32, codeOf, findStep, otpAddress, stepAt } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

// RFC 6238, appendix B: the last six of its eight digits.
it.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("USR-16 at %i s the code is %s", (seconds, code) => {
  expect(codeOf(secret, stepAt(seconds * 1000))).toBe(code);
  expect(totp(otpAddress(base32(secret), "Site", "a@b.org"), seconds * 1000)).toBe(code);
});

it("USR-16 a code is taken 30 seconds before and after its time, and no longer", () => {
  const now = 1_234_567_890_000;
  const found = (seconds: number) => findStep(secret, "005924", now + seconds * 1000);
  expect([found(0), found(30), found(-30)]).toEqual(Array(3).fill(stepAt(now)));
  expect([found(60), found(-60)]).toEqual([null, null]);
  expect(findStep(secret, "5924", now)).toBeNull();
});

it("USR-16 a secret is written as authenticators read it", () => {
  expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
  const address = otpAddress("ABC", "Audio & more", "mira+one@example.org");
  expect(new URL(address).searchParams.get("issuer")).toBe("Audio & more");
  expect(address).toBe(
    "otpauth://totp/Audio%20%26%20more:mira%2Bone%40example.org?secret=ABC&issuer=Audio%20%26%20more&algorithm=SHA1&digits=6&period=30",
  );
});
