import { expect, it } from "vitest";
import { createIsCommon, readCommonWords } from "./common-passwords.ts";

const isCommon = createIsCommon(readCommonWords());

it.each([
  "password",
  "Password1",
  "P@ssw0rd!",
  "passw0rd123",
  "12345678",
  "87654321",
  "1234567890",
  "qwertyuiop",
  "Qwerty123!",
  "iloveyou",
  "ILoveYou2",
  "sunshine1",
  "aaaaaaaa",
  "abababab",
  "abcd1234",
  "1q2w3e4r",
  "zaq1xsw2",
  "letmein!",
  "football99",
  "adminadmin",
  "1qaz2wsx",
  "asdfghjkl",
  "24.12.1998",
  "2024-05-06",
  "monkeymonkey",
  "Welcome2024",
  "!dragon!!",
  "loveyou1",
  "somebody",
  "somebody1",
  "example.org",
  "qwe123qwe",
  "abc12345",
  "11111111",
  "trustno1",
  "changeme",
  "baseball",
  "superman1",
  "p4ssw0rd",
  "hallo123",
])("USR-4 refuses %s", (password) => {
  expect(isCommon(password, "somebody@example.org")).toBe(true);
});

it.each([
  "correct horse battery",
  "purple-Tractor-99-lamp",
  "Kv8#mQz!",
  "tHx92LqP",
  "blauer Elefant tanzt",
  "我的密码是一首诗",
  "ثلاثة أقمار فوق البحر",
  "9f3k2m5x",
  "gnu7-larch",
  "every good boy does fine",
])("USR-4 lets %s pass", (password) => {
  expect(isCommon(password, "somebody@example.org")).toBe(false);
});

it("USR-4 knows more than a thousand words", () => {
  expect(readCommonWords().size).toBeGreaterThan(1500);
});
