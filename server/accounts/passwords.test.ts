import { expect, it } from "vitest";
import { createPasswords } from "./passwords.ts";
import { TooBusy } from "../deps/passwords.ts";

const argon = createPasswords();
const scrypt = createPasswords({ hasArgon: false });

it("USR-4 keeps passwords as argon2id hashes, each with a salt of its own", async () => {
  const [one, two] = await Promise.all([
    argon.hash("a fine long sentence"),
    argon.hash("a fine long sentence"),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await argon.verify("a fine long sentence", one)).toBe(true);
  expect(await argon.verify("a fine long sentencf", one)).toBe(false);
  expect(argon.isOutdated(one)).toBe(false);
});

it("USR-4 reads hashes that other programs made", async () => {
  // Output of the reference implementation: argon2 somesalt -id -t 2 -m 16 -p 1
  const foreign =
    "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await argon.verify("password", foreign)).toBe(true);
  expect(await argon.verify("Password", foreign)).toBe(false);
  expect(argon.isOutdated(foreign)).toBe(true);
});

it("USR-4 works with scrypt where there is no argon2, and each reads the other's hashes", async () => {
  const hash = await scrypt.hash("a fine long sentence");
  expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
  expect(await argon.verify("a fine long sentence", hash)).toBe(true);
  expect(await scrypt.verify("something else", hash)).toBe(false);
  expect([scrypt.isOutdated(hash), argon.isOutdated(hash)]).toEqual([false, true]);
});

it("USR-4 the same characters are the same password, however they are composed", async () => {
  const hash = await argon.hash("Zo\u00EB\u2019s long sentence");
  expect(await argon.verify("Zoe\u0308\u2019s long sentence", hash)).toBe(true);
  const long = await argon.hash("💚".repeat(64));
  expect(await argon.verify("💚".repeat(63), long)).toBe(false);
});

it("USR-4 no password matches a missing account, and a damaged hash matches nothing", async () => {
  expect(await argon.verify("a fine long sentence", null)).toBe(false);
  for (const damaged of ["", "plain text", "$argon2id$v=19$m=19456,t=2,p=1$$"])
    await expect(argon.verify("", damaged)).rejects.toThrow("damaged");
});

it("USR-4 hashes a few at a time, and refuses more than can wait", async () => {
  const busy = createPasswords({ atOnce: 2, canWait: 5 });
  const hash = await busy.hash("a fine long sentence");
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => busy.verify("x", hash)),
  );
  const refused = results.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
  expect(refused).toHaveLength(3);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(TooBusy);
  expect(await busy.verify("a fine long sentence", hash)).toBe(true);
});
