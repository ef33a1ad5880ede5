import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readProvenance } from "#audio/media/tags/provenance.ts";
import { voiceAt, wavOf } from "#tests/e2e/sounds.ts";
import { openAudioFile } from "./open-file.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "voice-mark-"));
  writeFileSync(path.join(folder, "talk.wav"), wavOf({ seconds: 0.3 }, voiceAt));
});
afterAll(() => rmSync(folder, { recursive: true }));

const process = async (...argv: readonly string[]) =>
  (await run(folder, ["process", ...argv])).code;

async function commentOf(name: string): Promise<string> {
  const file = await openAudioFile(path.join(folder, name));
  file.close();
  return file.tags.comment ?? "";
}

it.each(["wav", "mp3", "flac", "m4a", "ogg"])(
  "CLI-9 a changed voice is marked in %s",
  async (ending) => {
    const from = path.join(folder, "talk.wav");
    const to = path.join(folder, `robot.${ending}`);
    expect(await process("voice", from, "-o", to, "--set", "preset=telephone")).toBe(0);
    expect(readProvenance(await commentOf(`robot.${ending}`))).toBe("changed");
  },
);

it("CLI-9 a voice that stays as it is is not marked", async () => {
  const to = path.join(folder, "same.wav");
  expect(await process("voice", path.join(folder, "talk.wav"), "-o", to)).toBe(0);
  expect(await commentOf("same.wav")).toBe("");
});
