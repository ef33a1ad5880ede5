import fc from "fast-check";
import { expect, it } from "vitest";
import { mailboxKey, mailboxOf } from "./mailbox.ts";

const secret = "s".repeat(64);

it.each([
  ["mira@example.org", "mira@example.org"],
  ["mira+1@example.org", "mira@example.org"],
  ["mira+a+b.c@example.org", "mira@example.org"],
  // Some providers treat dots as significant.
  ["mi.ra@example.org", "mi.ra@example.org"],
  ["mi.r.a+x.y@gmail.com", "mira@gmail.com"],
  ["mira@googlemail.com", "mira@gmail.com"],
  ["mi.ra@gmail.com.example.org", "mi.ra@gmail.com.example.org"],
  // Outlook.com, Hotmail and others ignore only tags.
  ["mi.ra-k+1@outlook.com", "mi.ra-k@outlook.com"],
  ["mira+1@hotmail.com", "mira@hotmail.com"],
  ["m.i-r_a+1@proton.me", "mira@proton.me"],
  ["mira@protonmail.com", "mira@proton.me"],
  ["mi-ra@pm.me", "mira@proton.me"],
  ["mi_ra@protonmail.ch", "mira@proton.me"],
  ["--@proton.me", "--@proton.me"],
  ["mi.ra+1@icloud.com", "mi.ra@icloud.com"],
  ["mi.ra@me.com", "mi.ra@icloud.com"],
  ["mi.ra@mac.com", "mi.ra@icloud.com"],
  ["mira-shop@yahoo.com", "mira@yahoo.com"],
  ["mira-shop-2@yahoo.co.uk", "mira@yahoo.co.uk"],
  ["mi.ra-x@ymail.com", "mi.ra@ymail.com"],
  // A different company.
  ["mira-x@yahoo.co.jp", "mira-x@yahoo.co.jp"],
  ["mira+x@fastmail.com", "mira@fastmail.com"],
  ["x@mira.fastmail.com", "mira@fastmail.com"],
  ["x+y@mira.fastmail.co.uk", "mira@fastmail.co.uk"],
  ["x@mira.sent.com", "mira@sent.com"],
  ["mira_k@fastmail.fm", "mira-k@fastmail.fm"],
  ["x@mira-k.fastmail.fm", "mira-k@fastmail.fm"],
  ["x@mira.example.org", "x@mira.example.org"],
  ["x@mail.proton.me", "x@mail.proton.me"],
  // Without the tag, the local part would be empty.
  ["+1@example.org", "+1@example.org"],
  ["+491701234567", "+491701234567"],
])("USR-6 USR-9 %s leads to the mailbox %s", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
  expect(mailboxKey({ secret }, address)).toBe(mailboxKey({ secret }, mailbox));
});

/** Other addresses of the same mailbox, by the providers' documented rules. */
const ALIASES: Readonly<Record<string, (name: string, tag: string) => string[]>> = {
  "gmail.com": (name, tag) => [
    `${name.split("").join(".")}@gmail.com`,
    `${name}+${tag}@googlemail.com`,
  ],
  "proton.me": (name, tag) => [
    `${name.split("").join("_")}+${tag}@pm.me`,
    `${name.split("").join("-")}@protonmail.com`,
  ],
  "icloud.com": (name, tag) => [`${name}+${tag}@me.com`],
  "yahoo.com": (name, tag) => [`${name}-${tag}@yahoo.com`, `${name}-${tag}+${tag}@yahoo.com`],
  "fastmail.com": (name, tag) => [`${tag}@${name}.fastmail.com`, `${name}+${tag}@fastmail.com`],
  "outlook.com": (name, tag) => [`${name}+${tag}@outlook.com`],
  "example.org": (name, tag) => [`${name}+${tag}@example.org`],
};

it("USR-6 USR-9 all addresses of a mailbox have one key, and other mailboxes have others", () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{2,9}$/);
  fc.assert(
    fc.property(
      name,
      name,
      name,
      fc.constantFrom(...Object.keys(ALIASES)),
      (one, other, tag, domain) => {
        const mailbox = `${one}@${domain}`;
        expect(mailboxOf(mailbox)).toBe(mailbox);
        for (const alias of ALIASES[domain]!(one, tag)) {
          expect(mailboxOf(alias)).toBe(mailbox);
          expect(mailboxOf(mailboxOf(alias))).toBe(mailbox);
        }
        fc.pre(other !== one);
        for (const alias of ALIASES[domain]!(other, tag))
          expect(mailboxOf(alias)).not.toBe(mailbox);
      },
    ),
  );
});

it("USR-5 the key of a mailbox has nothing of the address, and needs the secret", () => {
  const key = mailboxKey({ secret }, "mira@example.org");
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(mailboxKey({ secret: "t".repeat(64) }, "mira@example.org")).not.toBe(key);
});
