import { afterAll, describe, expect, it } from "vitest";
import { openTracedVoice } from "../speech/traced-voice.ts";
import { judge } from "./judge.ts";
import { makeFiles, SETS } from "./made-files.ts";

const { voice } = openTracedVoice();
afterAll(() => voice.close());

describe("the report on files that nothing was fitted on", () => {
  it("NAV-13 distinguishes a voice with quiet noise, with reverb and over music, and a song, and no wrong suggestion is certain", async () => {
    const set = { ...SETS.judge, speakers: SETS.judge.speakers.slice(0, 1) };
    const kinds = ["several", "room", "song", "speech over music"] as const;
    const answers: unknown[] = [];
    for await (const file of makeFiles(set, voice, kinds)) {
      const { isRight, wronglySure } = judge(file);
      answers.push([file.kind, isRight, wronglySure]);
    }
    expect(answers).toEqual(kinds.map((kind) => [kind, true, []]));
  }, 180_000);
});
