import path from "node:path";
import { expect, it } from "vitest";
import { mdxStride } from "#audio/nets/stems/mdx.ts";
import { speakerSets } from "#audio/speakers/powerset.ts";
import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import { formFiles } from "#core/models/forms.ts";
import { configWith } from "#tests/fixtures/entries.ts";
import { loadRegistry, requireJobModels } from "./registry.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const MODELS = loadRegistry(HOME, HOME);

it.each(MODELS.map((model) => [model.id, model] as const))(
  "CLI-13 what the registry says of %s holds together",
  (_, { files, form, signature, licence, unknown, tier, memory, speed }) => {
    const roles = new Set(files.map(({ role }) => role));
    const graphs = signature.graphs ?? {};
    expect(Object.keys(graphs).filter((role) => !roles.has(role))).toEqual([]);
    // Nobody can accept a licence that nobody knows.
    expect(licence.id === "LicenseRef-unknown").toBe(
      unknown.some((fact) => fact.includes("licence")),
    );
    if (tier === "built-in" || !form) return;
    expect(formFiles(form).filter((role) => !roles.has(role))).toEqual([]);
    expect(unknown).toEqual([]);
    // What visitors are told before the download; texts have no length in seconds.
    expect([memory === undefined, speed === undefined]).toEqual([false, form.kind === "bergamot"]);
    const names = (role: string, side: "inputs" | "outputs") =>
      graphs[role]![side].map(({ name }) => name);
    if (form.kind === "demucs") {
      const there = (all: readonly (string | undefined)[]) =>
        new Set(all.filter((name) => name !== undefined));
      const { inputs, outputs } = form;
      expect(new Set(names("graph", "inputs"))).toEqual(there([inputs.wave, inputs.spectrum]));
      expect(new Set(names("graph", "outputs"))).toEqual(there([outputs.wave, outputs.spectrum]));
      const [, stems] = graphs["graph"]!.outputs[0]!.shape;
      expect(stems).toBe(form.stems.length);
    }
    if (form.kind === "mdx") {
      const places = [form.input, form.output].map((name) => ({
        name,
        type: "float32",
        shape: ["batch_size", 4, form.bins, form.columns],
      }));
      expect([...graphs["graph"]!.inputs, ...graphs["graph"]!.outputs]).toEqual(places);
      // Half a frame at each end of a piece is not heard.
      expect(mdxStride(form)).toBeGreaterThan(form.fft);
      expect(form.bins).toBeLessThanOrEqual(form.fft / 2);
    }
    if (form.kind === "spleeter")
      for (const stem of form.stems) {
        const { inputs, outputs } = graphs[stem]!;
        expect(
          [inputs, outputs].map((tensors) => tensors.map(({ name, shape }) => [name, shape])),
        ).toEqual([
          [[form.input, [2, "num_splits", form.columns, form.bins]]],
          [[form.output, [2, "splits", form.columns, form.bins]]],
        ]);
      }
    // What the forms of the code feed and read, by name.
    if (form.kind === "piper") {
      const speaker = names("graph", "inputs").includes("sid") ? ["sid"] : [];
      expect(names("graph", "inputs")).toEqual(["input", "input_lengths", "scales", ...speaker]);
      expect(names("graph", "outputs")).toEqual(["output"]);
      expect(SPOKEN_LANGUAGES).toHaveProperty([form.language]);
    }
    if (form.kind === "kokoro") {
      expect(names("graph", "inputs")).toEqual(["input_ids", "style", "speed"]);
      // Without durations, the times of words are estimated.
      expect(["waveform", "waveform durations"]).toContain(names("graph", "outputs").join(" "));
      for (const { language } of form.voices) expect(SPOKEN_LANGUAGES).toHaveProperty([language]);
    }
    if (form.kind === "deep-filter") {
      expect(names("encoder", "inputs")).toEqual(["feat_erb", "feat_spec"]);
      expect(names("erb-decoder", "inputs")).toEqual(["emb", "e3", "e2", "e1", "e0"]);
      expect(names("filter-decoder", "inputs")).toEqual(["emb", "c0"]);
    }
    if (form.kind === "speaker-segments") {
      expect([names("graph", "inputs"), names("graph", "outputs")]).toEqual([
        [form.input],
        [form.output],
      ]);
      const sets = speakerSets(form.speakers, form.simultaneous);
      expect(graphs["graph"]!.outputs[0]!.shape.slice(1)).toEqual([form.frames, sets.length]);
      expect(Math.floor((form.samples - form.field) / form.hop) + 1).toBe(form.frames);
    }
    if (form.kind === "voice-embedding") {
      const { inputs, outputs } = graphs["graph"]!;
      expect([inputs[0]!.name, inputs[0]!.shape[2]]).toEqual([form.input, form.bands]);
      expect([outputs[0]!.name, outputs[0]!.shape[1]]).toEqual([form.output, form.size]);
    }
    if (form.kind === "moonshine" || form.kind === "whisper") {
      const past = graphs["decoder"]!.inputs.filter(({ name }) => name.startsWith("past"));
      expect(past.map(({ repeat, shape }) => [repeat, shape[1], shape[3]])).toEqual(
        Array.from({ length: 4 }, () => [form.layers, form.heads, form.headSize]),
      );
    }
  },
);

it.each([
  [{ models: ["htdemucs_6s", "whisper-tinny"] }, "MODEL_UNKNOWN"],
  [{ inference: [{ url: "https://gpu.test", models: ["no-such"] }] }, "MODEL_UNKNOWN"],
])("JOB-7 models for jobs that no registry has are refused, with their file: %o", (jobs, code) => {
  const config = configWith({ jobs });
  expect(() => requireJobModels(HOME, config)).toThrow(
    expect.objectContaining({ code, location: { file: "toolkit.config.ts" } }),
  );
});

it("JOB-7 models for jobs that the registry has are accepted", () => {
  const models = MODELS.filter(({ tier }) => tier === "studio").map(({ id }) => id);
  expect(() => requireJobModels(HOME, configWith({ jobs: { models } }))).not.toThrow();
});
