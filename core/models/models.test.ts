import { expect, it } from "vitest";
import type { Model } from "./models.ts";
import { offeredModels } from "./models.ts";

const form = {
  kind: "spectral-stream",
  sampleRate: 16_000,
  frame: 512,
  input: "mix",
  output: "enh",
  states: {},
} as const;
const file = {
  path: "a/a.onnx",
  url: "https://hub.example/x.onnx",
  sha256: "0".repeat(64),
  bytes: 9,
};
const model = (change: Partial<Model> = {}): Model => ({
  id: "a",
  task: "denoise",
  tier: "studio",
  files: [file],
  licence: "MIT",
  source: "https://a.example/",
  signature: { input: "sound", output: "speech" },
  form,
  quality: "Not measured.",
  ...change,
});
const urls = (models: readonly Model[], base = "") =>
  offeredModels(models, base).map(({ url }) => url);

it("TLS-5 a net is offered from where it is published, or from the site's own place", () => {
  expect(urls([model()])).toEqual(["https://hub.example/x.onnx"]);
  expect(urls([model()], "/models/")).toEqual(["/models/a/a.onnx"]);
});

it.each([
  ["has no checksum", { files: [{ ...file, sha256: null }] }],
  ["has no size", { files: [{ ...file, bytes: null }] }],
  ["nobody knows how to run", { form: undefined }],
  ["ships with the program", { tier: "built-in" as const }],
])("TLS-5 a net that %s is not offered", (_, change) => {
  expect(urls([model(change as Partial<Model>)])).toEqual([]);
});
