import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkSignature, sign } from "./signature.ts";

const SECRET = "whsec_test";
const NOW = Date.UTC(2027, 0, 1);
const BODY = Buffer.from('{"id":"evt_1"}');
const refused = { name: "WebhookRefused" };

describe("signatures of webhooks", () => {
  it("take what was signed, also among signatures of another secret", () => {
    const header = sign(BODY, SECRET, NOW);
    expect(() => checkSignature(BODY, header, SECRET, NOW + 299_000)).not.toThrow();
    const both = `${header.replace(",", `,v1=${"0".repeat(64)},`)},v0=x`;
    expect(() => checkSignature(BODY, both, SECRET, NOW)).not.toThrow();
  });

  it("are those that Stripe makes", () => {
    const seconds = NOW / 1000;
    const mac = createHmac("sha256", SECRET).update(`${seconds}.${BODY.toString()}`).digest("hex");
    expect(sign(BODY, SECRET, NOW)).toBe(`t=${seconds},v1=${mac}`);
  });

  it.each([
    ["missing", null],
    ["empty", ""],
    ["without a time", `v1=${"0".repeat(64)}`],
    ["with a strange time", `t=1e3,v1=${"0".repeat(64)}`],
    ["of another length", `t=${NOW / 1000},v1=00`],
    ["of something else", `t=${NOW / 1000},v1=${"0".repeat(64)}`],
  ])("refuse one that is %s", (_what, header) => {
    expect(() => checkSignature(BODY, header, SECRET, NOW)).toThrowError(
      expect.objectContaining(refused),
    );
  });

  it("refuse another body, another secret, and one that is five minutes away", () => {
    const header = sign(BODY, SECRET, NOW);
    const check = (body: Uint8Array, secret: string, now: number) => () =>
      checkSignature(body, header, secret, now);
    expect(check(Buffer.from('{"id":"evt_2"}'), SECRET, NOW)).toThrow();
    expect(check(BODY, "whsec_other", NOW)).toThrow();
    expect(check(BODY, SECRET, NOW + 301_000)).toThrow();
    expect(check(BODY, SECRET, NOW - 301_000)).toThrow();
  });
});
