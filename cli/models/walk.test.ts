import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFakeHub, type FakeHub } from "#tests/fake-hub/fake-hub.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import {
  timeToken,
  WHISPER_TOKENS,
  whisperDecoder,
  whisperEncoder,
  whisperTokenizer,
} from "#tests/nets/whisper-graphs.ts";
import { SPOKEN } from "./check/material.ts";
import { loadRegistry } from "./registry.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
/** The command lines of the walk for whoever has internet first. */
const [, BLOCK = ""] = /## Another model of the hub\n[^]*?```sh\n([^]*?)```/.exec(
  readFileSync(path.join(HOME, "docs/models.md"), "utf8"),
)!;
const LINES = BLOCK.trim().split("\n");

/** Texts of the first tokens: what is said in the sample that models are checked with, in two parts. */
const PARTS = [0, 1].map((part) => SPOKEN.split(/(?<=\.) /)[part]!.replaceAll(" ", "Ġ"));

/** Files of Whisper base as they are published: names, tensors; what they have learned is one sample. */
function whisperFiles(): Record<string, Buffer> {
  const [model] = loadRegistry(HOME, HOME).filter(({ id }) => id === "whisper-base");
  if (model?.form?.kind !== "whisper") throw new TypeError("It is another form");
  const { form } = model;
  const script = [
    WHISPER_TOKENS["<|en|>"]!,
    WHISPER_TOKENS["<|transcribe|>"]!,
    timeToken(0),
    0,
    1,
    timeToken(5),
  ];
  const { added_tokens } = JSON.parse(whisperTokenizer()) as { added_tokens: object[] };
  const vocab = Object.fromEntries(PARTS.map((text, id) => [`Ġ${text}`, id]));
  const tokenizer = JSON.stringify({ model: { vocab }, added_tokens });
  const bytes: Readonly<Record<string, Buffer>> = {
    encoder: whisperEncoder(script, form),
    decoder: whisperDecoder(form),
    vocabulary: Buffer.from(tokenizer),
  };
  return Object.fromEntries(model.files.map(({ role, from }) => [from, bytes[role]!]));
}

let root: string;
let hub: FakeHub;
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), "walk-"));
  const files = Object.entries(whisperFiles()).map(
    ([name, bytes]) => [name, { bytes, large: name.endsWith(".onnx") }] as const,
  );
  hub = await createFakeHub({
    "onnx-community/whisper-base": {
      commit: "0123456789abcdef0123456789abcdef01234567",
      files: Object.fromEntries(files),
    },
  });
  const site = { name: "S", origin: "https://s.example", contact: "a@s.example" };
  const config = { site, models: { hub: hub.url, storage: [hub.storage] } };
  writeFileSync(path.join(root, "toolkit.config.ts"), `export default ${JSON.stringify(config)};`);
});
afterAll(async () => {
  await hub.close();
  rmSync(root, { recursive: true });
});

it("CLI-13 TLS-5 the walk of docs/models.md, line by line, against the tests' hub: locked, pulled, checked, offered", async () => {
  const told: Record<string, string> = {};
  for (const line of LINES) {
    const [npx, no, program, ...words] = line.split(/\s+/);
    expect([npx, no, program]).toEqual(["npx", "--no", "toolkit"]);
    // Building is what tests/e2e/model-hub.test.ts does with a lock.
    if (words[0] === "build") continue;
    const { code, out, err } = await run(root, [...words, "--root", root]);
    expect([line, code, code === 0 ? "" : err + out]).toEqual([line, 0, ""]);
    told[words[1]!] = out + err;
  }
  expect(Object.keys(told)).toEqual(["lock", "pull", "check", "list"]);
  expect(told["check"]).toContain("whisper-base: works");
  expect(told["list"]).toMatch(/whisper-base\t.*\tlocked\tyes/);
}, 60_000);
