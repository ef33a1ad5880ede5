import { expect, it } from "vitest";
import { mailboxKey, mailboxOf } from "./mailbox.ts";

const secret = "s".repeat(64);

it.each([
  ["mira@example.org", "mira@example.org"],
  ["mira+1@example.org", "mira@example.org"],
  ["mira+a+b.c@example.org", "mira@example.org"],
  // A provider may take dots seriously.
  ["mi.ra@example.org", "mi.ra@example.org"],
  ["mi.r.a+x.y@gmail.com", "mira@gmail.com"],
  ["mira@googlemail.com", "mira@gmail.com"],
  ["mi.ra@gmail.com.example.org", "mi.ra@gmail.com.example.org"],
  // Without the tag nothing would be left.
  ["+1@example.org", "+1@example.org"],
  ["+491701234567", "+491701234567"],
])("USR-6 USR-9 %s leads to the mailbox %s", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
  expect(mailboxKey({ secret }, address)).toBe(mailboxKey({ secret }, mailbox));
});

it("USR-5 the key of a mailbox has nothing of the address, and needs the secret", () => {
  const key = mailboxKey({ secret }, "mira@example.org");
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(mailboxKey({ secret: "t".repeat(64) }, "mira@example.org")).not.toBe(key);
});
