import { describe, expect, it } from "vitest";
import type { OfferedModel } from "#core/models/offered.ts";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { BUILT_IN_ID } from "#core/models/engine.ts";
import { readRecipe, type Recipe, writeRecipe } from "#core/recipes/recipe.ts";
import { loadEffect } from "../../audio/effects.ts";
import type { JsonObject } from "../../contract/json.ts";
import { valuesOf } from "../settings/effect-params.ts";
import { applyRecipe, extendRecipe, recipeFile, recipeLink, type ToolSettings } from "./recipes.ts";

const tool = (panel: string, preset: string): WorkspaceTool =>
  ({ panel, preset, available: true, path: `/${preset}` }) as WorkspaceTool;
const TOOLS = [tool("enhance", "denoise"), tool("enhance", "silence"), tool("editor", "volume")];

/** Applies a recipe to an empty workspace. */
async function apply(source: Blob | string, tools = [...TOOLS, tool("voice-changer", "change")]) {
  const settings: Record<string, JsonObject> = {};
  const workspace = {
    set: (panel: string, own: JsonObject) =>
      void (settings[panel] = { ...settings[panel], ...own }),
  };
  const models = [
    { id: "gtcrn", task: "denoise", files: [], form: {} },
    { id: "room", task: "reverb", files: [], form: {} },
  ] as unknown as readonly OfferedModel[];
  const applied = await applyRecipe(source, { workspace, tools, models });
  return { settings, applied };
}
const fileOf = (recipe: unknown): Blob => new Blob([writeRecipe(recipe as Recipe)]);
const DENOISE: ToolSettings = {
  effect: "denoise",
  values: { strength: 40 },
  model: "gtcrn",
  output: "mp3",
};

describe("TLS-17 settings as a recipe", () => {
  it("are the same after a file and after a link", async () => {
    const { parameters } = await loadEffect("denoise");
    const values = valuesOf(parameters, DENOISE.values as JsonObject);
    const settings = { ...DENOISE, values };
    const file = recipeFile("Noise remover", settings);
    expect(file.name).toBe("Noise remover.recipe.json");
    const link = new URL(recipeLink("https://a.example/noise", "Noise remover", settings)!);
    for (const source of [file, link.hash])
      expect(await apply(source)).toEqual({
        settings: {
          enhance: { denoise: values, output: "mp3" },
          engines: { denoise: "gtcrn", "denoise enhance": "gtcrn" },
        },
        applied: {
          tool: TOOLS[0],
          message: { key: "panel-kit:recipe.applied", params: { name: "Noise remover" } },
        },
      });
    expect(readRecipe(await file.text()).recipe!.output).toEqual({ format: "mp3" });
  });

  it("choose the built-in engine and the format of the file where they name none", async () => {
    const { settings } = await apply(recipeFile("x", { ...DENOISE, model: null, output: "keep" }));
    expect(settings["enhance"]!["output"]).toBe("keep");
    expect(settings["engines"]!["denoise"]).toBe(BUILT_IN_ID);
  });

  it("of the volume changer and the voice changer have the form of their panels", async () => {
    const volume = { mode: "loudness", gain: 0, loudness: -23, limiter: false, ceiling: -2 };
    expect(
      (await apply(recipeFile("x", { ...DENOISE, effect: "volume", model: null, values: volume })))
        .settings,
    ).toEqual({ editor: { volume: { ...volume, output: "mp3" } } });
    const voice = { preset: "alien", pitch: -2.7, formant: 1 };
    expect(
      (await apply(recipeFile("x", { ...DENOISE, effect: "voice", model: null, values: voice })))
        .settings["voice-changer"]!["change"],
    ).toEqual({
      preset: "alien",
      semitones: -3,
      cents: 30,
      formant: 1,
      output: "mp3",
      source: "file",
    });
  });

  const step = { effect: "denoise", values: {} };
  const recipe = { kind: "recipe", version: 1, name: "R", steps: [step] };
  it.each<[string, Blob | string, string, object]>([
    ["no JSON", new Blob(["RIFF"]), "file", {}],
    ["another file", fileOf({ kind: "voice-profile" }), "file", {}],
    ["a file of any size", new Blob(["[".repeat(300_000)]), "file", {}],
    ["a link that was cut off", "#recipe=%7B%22kind%22%3A%22rec", "file", {}],
    ["a link without one", "#mix=1", "file", {}],
    ["a later version", fileOf({ ...recipe, version: 2 }), "version", {}],
    ["an unknown key", fileOf({ ...recipe, run: "rm" }), "key", { name: "run" }],
    ["an unknown format", fileOf({ ...recipe, output: { format: "doc" } }), "key", { name: "doc" }],
    [
      "an unknown effect",
      fileOf({ ...recipe, steps: [step, { effect: "constructor", values: {} }] }),
      "step",
      { step: 2, name: "constructor" },
    ],
    [
      "a value out of range",
      fileOf({ ...recipe, steps: [{ ...step, values: { strength: 1e9 } }] }),
      "step",
      { step: 1, name: "strength" },
    ],
    [
      "a model that the site does not offer",
      fileOf({ ...recipe, steps: [{ ...step, model: "other" }] }),
      "step",
      { step: 1, name: "other" },
    ],
    [
      "a model of another task",
      fileOf({ ...recipe, steps: [{ ...step, model: "room" }] }),
      "step",
      { step: 1, name: "room" },
    ],
    [
      "a step without a tool",
      fileOf({ ...recipe, steps: [{ effect: "trim", values: {} }] }),
      "terminal",
      { name: "R" },
    ],
    [
      "a value that the tool has no field for",
      fileOf({ ...recipe, steps: [{ effect: "volume", values: { mode: "peak" } }] }),
      "terminal",
      { name: "R" },
    ],
  ])("from %s change nothing, and say why", async (_, source, key, params) => {
    expect(await apply(source)).toEqual({
      settings: {},
      applied: { fault: { key: `panel-kit:recipe.fault.${key}`, params } },
    });
  });

  it("are appended to a recipe as its last step, unless it has as many as it may", async () => {
    const extended = await extendRecipe(fileOf({ ...recipe, output: { format: "flac" } }), DENOISE);
    const file = (extended as { readonly file: File }).file;
    expect(readRecipe(await file.text()).recipe).toEqual({
      ...recipe,
      steps: [step, { effect: "denoise", values: { strength: 40 }, model: "gtcrn" }],
      output: { format: "flac" },
    });
    expect(file.name).toBe("R.recipe.json");
    const full = fileOf({ ...recipe, steps: Array(20).fill(step) });
    expect(await extendRecipe(full, DENOISE)).toEqual({
      fault: { key: "panel-kit:recipe.fault.key", params: { name: "steps" } },
    });
    expect(await extendRecipe(new Blob(["x"]), DENOISE)).toMatchObject({
      fault: { key: "panel-kit:recipe.fault.file" },
    });
  });

  it("of one step with ranges of a file is a chain to run, since no setting holds them", async () => {
    const steps = [{ effect: "silence", values: { keep: [[1, 2]] } }];
    const { settings, applied } = await apply(fileOf({ ...recipe, steps }));
    expect(settings).toEqual({});
    expect(applied).toMatchObject({
      chain: { steps: [{ tool: TOOLS[1], params: { values: { keep: [[1, 2]] } } }] },
    });
  });

  it("of several steps is a chain to run, and sets nothing", async () => {
    const steps = [
      { ...step, model: "gtcrn" },
      { effect: "volume", values: { gain: 3 } },
    ];
    const { settings, applied } = await apply(fileOf({ ...recipe, steps }));
    expect(settings).toEqual({});
    expect(applied).toMatchObject({
      chain: {
        name: "R",
        output: null,
        steps: [
          { tool: TOOLS[0], params: { model: { id: "gtcrn" } }, model: { id: "gtcrn" } },
          { tool: TOOLS[2], params: { values: { mode: "gain", gain: 3 } }, model: null },
        ],
      },
    });
  });
});
