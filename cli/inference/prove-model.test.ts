import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configSchema } from "#core/site/config.ts";
import { type FakeInference, openFakeInference } from "#tests/fake-inference/fake-inference.ts";
import { writeModelSite } from "#tests/fake-inference/model-site.ts";
import { servedModel } from "#tests/fake-inference/served-model.ts";
import { DEEP_FILTER_SIGNATURES, MDX_SIGNATURE } from "#tests/fake-inference/signatures.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import {
  deepFilterBands,
  deepFilterEncoder,
  deepFilterFilters,
} from "#tests/nets/deep-filter-graphs.ts";
import { MDX_FORM, mdxGraph } from "#tests/nets/mdx-graph.ts";

const HALF = mdxGraph(MDX_FORM, [0.5, 0.5, 0.5, 0.5]);
const SPEECH = {
  encoder: deepFilterEncoder(),
  "erb-decoder": deepFilterBands(0.5),
  "filter-decoder": deepFilterFilters([0, 0, 0, 0, 1, 0, 0, 0, 0, 0]),
};
const ROLES = Object.keys(SPEECH) as (keyof typeof SPEECH)[];

let root: string;
let server: FakeInference;
beforeAll(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "prove-"));
  const graph = { graph: HALF, signature: MDX_SIGNATURE };
  writeModelSite(root, [
    { id: "half", form: MDX_FORM, graphs: { graph } },
    { id: "near", form: MDX_FORM, graphs: { graph } },
    { id: "other-shape", form: MDX_FORM, graphs: { graph } },
    { id: "absent", form: MDX_FORM, graphs: { graph } },
    { id: "research", form: MDX_FORM, use: "non-commercial", graphs: { graph } },
    {
      id: "speech",
      form: { kind: "deep-filter", sampleRate: 48_000 },
      graphs: Object.fromEntries(
        ROLES.map((role) => [
          role,
          { graph: SPEECH[role], signature: DEEP_FILTER_SIGNATURES[role] },
        ]),
      ),
    },
    {
      id: "voice",
      form: {
        kind: "voice-embedding",
        sampleRate: 16_000,
        bands: 80,
        window: "povey",
        scale: 1,
        size: 9,
        threshold: 1,
        input: "input",
        output: "output",
      },
      graphs: { graph },
    },
  ]);
  const narrow = { ...MDX_SIGNATURE.inputs[0]!, shape: ["batch_size", 4, 2048, 32] };
  server = await openFakeInference({
    half: servedModel(HALF, MDX_SIGNATURE),
    // −80 dB: what 16-bit floats would change.
    near: servedModel(mdxGraph(MDX_FORM, [0.50005, 0.5, 0.5, 0.50005]), MDX_SIGNATURE),
    "other-shape": servedModel(HALF, { ...MDX_SIGNATURE, inputs: [narrow] }),
    ...Object.fromEntries(
      ROLES.map((role) => [
        `speech-${role}`,
        servedModel(SPEECH[role], DEEP_FILTER_SIGNATURES[role]),
      ]),
    ),
  });
});
afterAll(async () => {
  await server.close();
  fs.rmSync(root, { recursive: true });
});

const check = (...ids: readonly string[]) =>
  run(root, ["models", "check", ...ids, "--root", root, "--endpoint", server.url, "--json"]);

describe("toolkit models check --endpoint", () => {
  it("JOB-7 proves a model by its tensors and by a known sound, graph by graph", async () => {
    const { code, out } = await check("half", "speech");
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      results: [
        { id: "half", endpoint: server.url, passed: true },
        { id: "speech", passed: true },
      ],
    });
    expect(code).toBe(0);
    expect(new Set(server.requests.map(({ model }) => model))).toEqual(
      new Set(["half", ...ROLES.map((role) => `speech-${role}`)]),
    );
  });

  it("JOB-7 refuses another shape, another sound and a model that is not there, and says what to do", async () => {
    const { code, out } = await check("near", "other-shape", "absent");
    const { results } = JSON.parse(out) as { results: readonly { readonly message: string }[] };
    expect(code).toBe(1);
    expect(results).toMatchObject([
      { id: "near", passed: false, fault: "wrong" },
      { id: "other-shape", passed: false, fault: "wrong" },
      { id: "absent", passed: false, fault: "busy" },
    ]);
    expect(results.map(({ message }) => message)).toEqual([
      expect.stringMatching(/differs from that of this machine by -8\d dB.*32-bit floats/),
      expect.stringMatching(/\[-1,4,2048,32\] instead of .*models pull/),
      expect.stringMatching(/no model absent/),
    ]);
  });

  it.each([
    ["research", "MODEL_NOT_SOLD"],
    ["voice", "MODEL_NO_SERVER"],
  ])("JOB-7 %s: %s, before anything is sent", async (id, code) => {
    const before = server.requests.length;
    expect((await check(id)).err).toContain(code);
    expect(server.requests).toHaveLength(before);
  });
});

describe("jobs.inference", () => {
  const site = { name: "S", origin: "https://s.example", contact: "a@s.example" };
  const parse = (...inference: readonly object[]) =>
    configSchema.safeParse({ site, jobs: { inference } });
  it("JOB-7 has servers with an address of their own", () => {
    const server = { url: "http://gpu-1:8000/", models: ["half"] };
    expect(parse(server).data?.jobs.inference).toEqual([
      {
        url: "http://gpu-1:8000",
        models: ["half"],
        weight: 1,
        requests: 2,
        seconds: 60,
        tokenVariable: null,
      },
    ]);
    for (const wrong of [
      { url: "ftp://gpu-1" },
      { url: "http://gpu-1/?a" },
      { url: "http://user@gpu-1" },
      { models: [] },
      { tokenVariable: "secret-token" },
      { requests: 0 },
    ])
      expect(parse({ ...server, ...wrong }).success).toBe(false);
    expect(parse(server, server).success).toBe(false);
  });
});
