import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { loadEmailTexts } from "./email-texts.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-words-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const GERMAN = [{ code: "de", language: "de" }];
const file = path.join(folder, "de/emails.json");
fs.mkdirSync(path.dirname(file));
const text = JSON.stringify({ hello: "Grüße" });

it("USR-4 mails are read with and without a byte order mark", async () => {
  for (const each of [text, `\ufeff${text}`]) {
    fs.writeFileSync(file, each);
    expect((await loadEmailTexts([folder], GERMAN)).text("de", "hello")).toBe("Grüße");
  }
});

it("USR-4 mails in another encoding are not sent with characters replaced: the server does not start", async () => {
  fs.writeFileSync(file, Buffer.from(text, "latin1"));
  await expect(loadEmailTexts([folder], GERMAN)).rejects.toThrow(/emails\.json: .*toolkit check/s);
});

it("CLI-11 texts of a site stand over the program's, key by key", async () => {
  const program = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-words-"));
  fs.mkdirSync(path.join(program, "de"));
  fs.writeFileSync(
    path.join(program, "de/emails.json"),
    JSON.stringify({ hello: "Hallo", code: { subject: "Code", text: "Der Code" } }),
  );
  fs.writeFileSync(file, JSON.stringify({ code: { subject: "Ihr Code" } }));
  const { text: say } = await loadEmailTexts([folder, program], GERMAN);
  expect(["hello", "code.subject", "code.text"].map((key) => say("de", key))).toEqual([
    "Hallo",
    "Ihr Code",
    "Der Code",
  ]);
  fs.rmSync(program, { recursive: true });
});
