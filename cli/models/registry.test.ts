import path from "node:path";
import { expect, it } from "vitest";
import { formFiles } from "../../core/models/forms.ts";
import { loadRegistry } from "./registry.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const MODELS = loadRegistry(HOME, HOME);

it.each(MODELS.map((model) => [model.id, model] as const))(
  "CLI-13 what the registry says of %s holds together",
  (_, { files, form, signature, licence, unknown, tier }) => {
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
    if (form.kind === "moonshine" || form.kind === "whisper") {
      const past = graphs["decoder"]!.inputs.filter(({ name }) => name.startsWith("past"));
      expect(past.map(({ repeat, shape }) => [repeat, shape[1], shape[3]])).toEqual(
        Array.from({ length: 4 }, () => [form.layers, form.heads, form.headSize]),
      );
    }
  },
);
