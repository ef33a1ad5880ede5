import path from "node:path";
import { describe, expect, it } from "vitest";
import { type SoundDescription, createDescriber } from "#audio/description/describe-sound.ts";
import { openAudioFile } from "#cli/audio/open-file.ts";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { suggestTools } from "./suggest-tools.ts";

const SAMPLES = path.resolve(import.meta.dirname, "../public/samples");
const PRESETS =
  "denoise reverb echo silence clicks breath enhance volume speech instrumental stems song edit".split(
    " ",
  );
const tool = (preset: string): WorkspaceTool => ({
  slug: preset,
  name: preset,
  tagline: "",
  path: `/${preset}`,
  menu: "1",
  panel: "enhance",
  preset,
  cost: 1,
  group: "clean",
  available: true,
});
const TOOLS = PRESETS.map(tool);
const CLEAN: SoundDescription = {
  seconds: 60,
  content: "speech",
  contentCertainty: "sure",
  loudness: -16,
  truePeak: -1.5,
  clipping: 0,
  noiseRange: 50,
  noiseVariation: 1,
  hum: null,
  reverbTime: 0.2,
  echo: null,
  echoCertainty: "possible",
  pauses: { count: 0, seconds: 0 },
  clicks: 4,
  breaths: 4,
};
const presetsOf = (sound: SoundDescription, tools = TOOLS) =>
  suggestTools(sound, tools).map(({ tool: { preset } }) => preset);

describe("suggested tools", () => {
  it.each(["denoise", "reverb", "echo", "silence", "clicks", "breath", "enhance"])(
    "NAV-13 the sample of %s leads to the tool that it is for",
    async (preset) => {
      const source = await openAudioFile(path.join(SAMPLES, `${preset}-before.mp3`));
      const describer = createDescriber(source.format);
      for await (const block of source.blocks()) describer.push(block);
      source.close();
      expect(presetsOf(describer.finish())[0]).toBe(preset);
    },
  );

  it("NAV-13 nothing is suggested for a sound that needs nothing, or that is silent", () => {
    expect(presetsOf(CLEAN)).toEqual([]);
    expect(presetsOf({ ...CLEAN, content: "silence", loudness: -Infinity })).toEqual([]);
  });

  it("NAV-13 quiet and loud files lead to the volume changer, hum to the noise remover", () => {
    expect(presetsOf({ ...CLEAN, loudness: -30 })).toEqual(["volume"]);
    expect(presetsOf({ ...CLEAN, loudness: -6 })).toEqual(["volume"]);
    expect(suggestTools({ ...CLEAN, hum: 50 }, TOOLS)[0]).toMatchObject({
      reason: "hum",
      tool: { preset: "denoise" },
    });
  });

  it("NAV-13 TLS-14 clipped speech leads to the enhancer, clipped music to the editor, each once", () => {
    const clipped = { ...CLEAN, clipping: 0.01, clicks: 90 };
    const [first, ...others] = suggestTools(clipped, TOOLS);
    expect(first).toMatchObject({ reason: "clipped", tool: { preset: "enhance" } });
    expect(others.map(({ tool: { preset }, certainty }) => [preset, certainty])).toContainEqual([
      "clicks",
      "possible",
    ]);
    const several = presetsOf({ ...clipped, hum: 50, loudness: -32 });
    expect(several.filter((preset) => preset === "enhance")).toHaveLength(1);
    const music = suggestTools({ ...CLEAN, clipping: 0.01, content: "music" }, TOOLS);
    expect(music.find(({ reason }) => reason === "clipped")!.tool.preset).toBe("edit");
    expect(presetsOf({ ...CLEAN, clipping: 0.00001 })).toEqual(["enhance"]);
  });

  it("NAV-13 TLS-14 hum of music leads to the editor, which removes it alone", () => {
    const [first] = suggestTools({ ...CLEAN, hum: 60, content: "music" }, TOOLS);
    expect(first).toMatchObject({ reason: "hum", tool: { preset: "edit" }, certainty: "possible" });
  });

  it("NAV-13 what cannot be used yet is not suggested", () => {
    const noisy = { ...CLEAN, noiseRange: 10 };
    expect(presetsOf(noisy)).toEqual(["denoise"]);
    expect(presetsOf(noisy, [{ ...tool("denoise"), available: false }])).toEqual([]);
  });

  it("NAV-13 music is not taken for a noisy or reverberant voice, and leads to the tools for songs", () => {
    const music = {
      ...CLEAN,
      content: "music",
      noiseRange: 8,
      reverbTime: 2,
      breaths: 30,
      echo: 1000,
      echoCertainty: "sure",
    } as const;
    const tools = ["instrumental", "stems", "song"];
    expect(presetsOf(music)).toEqual(tools);
    expect(presetsOf({ ...music, content: "mixed" })).toEqual(["speech", ...tools]);
    // Commercial records are this loud.
    expect(presetsOf({ ...music, loudness: -8 })).toEqual(tools);
  });

  it("NAV-13 what fills pauses without being steady is no noise, and reverb is measured", () => {
    const roomy = { ...CLEAN, noiseRange: 17, noiseVariation: 14, reverbTime: 0.7 };
    expect(presetsOf(roomy)).toEqual(["reverb"]);
    expect(presetsOf({ ...roomy, noiseVariation: 1, reverbTime: null })).toEqual(["denoise"]);
  });

  it("NAV-13 a background together with low level or a room leads to the enhancer first", () => {
    const noisy = { ...CLEAN, noiseRange: 14 };
    expect(presetsOf({ ...noisy, loudness: -32 })[0]).toBe("enhance");
    expect(presetsOf({ ...noisy, reverbTime: 0.6 })[0]).toBe("enhance");
    expect(presetsOf({ ...CLEAN, hum: 50, loudness: -32 })[0]).toBe("enhance");
    expect(presetsOf({ ...CLEAN, reverbTime: 0.6, loudness: -32 })[0]).toBe("reverb");
  });

  it("NAV-13 speech is the most certain finding, and a few clicks are only possible", () => {
    const certaintyOf = (sound: SoundDescription) => suggestTools(sound, TOOLS)[0]!.certainty;
    const echoing = { ...CLEAN, echo: 250, echoCertainty: "sure" } as const;
    expect(certaintyOf(echoing)).toBe("sure");
    expect(certaintyOf({ ...echoing, contentCertainty: "likely" })).toBe("likely");
    expect(certaintyOf({ ...CLEAN, clicks: 20 })).toBe("possible");
    expect(certaintyOf({ ...CLEAN, clicks: 90 })).toBe("sure");
  });
});
