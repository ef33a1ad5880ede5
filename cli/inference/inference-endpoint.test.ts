import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { NetSession } from "#audio/nets/net-session.ts";
import { InferenceError } from "#audio/nets/inference/inference-error.ts";
import { createInferenceSession } from "#audio/nets/inference/inference-session.ts";
import { findSignatureProblem } from "#audio/nets/inference/model-metadata.ts";
import { separateStems } from "#audio/nets/stems/stems.ts";
import { createTestSound } from "#audio/nets/stems/self-test.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import type { Block } from "#audio/effect.ts";
import {
  type Answer,
  type FakeInference,
  openFakeInference,
} from "#tests/fake-inference/fake-inference.ts";
import { servedModel } from "#tests/fake-inference/served-model.ts";
import { MDX_FORM, mdxGraph } from "#tests/nets/mdx-graph.ts";
import { openNodeSession } from "../audio/nets/node-session.ts";
import { MDX_SIGNATURE } from "#tests/fake-inference/signatures.ts";
import { type InferenceEndpoint, createInferenceEndpoint } from "./inference-endpoint.ts";

const { signal } = new AbortController();
const GRAPH = mdxGraph(MDX_FORM, [0.25, 0.5, 0.75, 1]);
const SHAPE = [1, 4, MDX_FORM.bins, MDX_FORM.columns];
const input = (): Float32Array =>
  Float32Array.from({ length: SHAPE.reduce((a, b) => a * b) }, (_, at) => Math.sin(at));

let server: FakeInference;
let endpoint: InferenceEndpoint;
let session: NetSession;
beforeAll(async () => {
  server = await openFakeInference({ mdx: servedModel(GRAPH, MDX_SIGNATURE) });
  const { url } = server;
  endpoint = createInferenceEndpoint({ url, token: "t0ken", time: 20_000, fetch });
  session = createInferenceSession(MDX_SIGNATURE, (request) =>
    endpoint.infer("mdx", request, signal),
  );
});
afterEach(() => server.setFault(null));
afterAll(() => server.close());

const openSession = (access: { readonly url: string; readonly time?: number }): NetSession => {
  const own = createInferenceEndpoint({ token: null, time: 20_000, fetch, ...access });
  return createInferenceSession(MDX_SIGNATURE, (request) => own.infer("mdx", request, signal));
};
const run = (net = session) => net.run({ input: { data: input(), dims: SHAPE } }, ["output"]);
const faultOf = async (work: Promise<unknown>): Promise<InferenceError> => {
  const error = await work.then(
    () => new Error("It did not fail"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InferenceError);
  return error as InferenceError;
};

async function stemsOf(net: NetSession, sound: Block): Promise<readonly Block[]> {
  async function* once() {
    yield sound;
  }
  const parts: (readonly Block[])[] = [];
  for await (const part of separateStems(net, MDX_FORM, once(), { consistent: true }))
    parts.push(part.map((stem) => stem.map((samples) => samples.slice())));
  return MDX_FORM.stems.map((_, stem) =>
    joinBlocks(
      parts.map((part) => part[stem]!),
      2,
    ),
  );
}

describe("a network on a server of the Open Inference Protocol", () => {
  it("JOB-7 its stems are those of the same graph on this machine, to −90 dB", async () => {
    const sound = createTestSound(MDX_FORM);
    const local = await openNodeSession(GRAPH, 1);
    const [expected, found] = [await stemsOf(local, sound), await stemsOf(session, sound)];
    await local.close();
    const power = (block: Block): number =>
      block.reduce((sum, samples) => samples.reduce((all, x) => all + x * x, sum), 0);
    for (const [stem, block] of expected.entries()) {
      const difference = block.map((samples, channel) =>
        samples.map((x, at) => x - found[stem]![channel]![at]!),
      );
      expect(power(block)).toBeGreaterThan(1);
      expect(10 * Math.log10(power(difference) / power(block))).toBeLessThan(-90);
    }
  });

  it("JOB-7 tells what it has, sends its token, and answers the asked outputs only", async () => {
    expect(await endpoint.isReady("mdx", signal)).toBe(true);
    expect(await endpoint.isReady("other", signal)).toBe(false);
    const metadata = await endpoint.readMetadata("mdx", signal);
    expect(findSignatureProblem(metadata, MDX_SIGNATURE)).toBeNull();
    const before = server.requests.length;
    const { output } = await run();
    expect(output!.dims).toEqual(SHAPE);
    expect(server.requests.slice(before)).toMatchObject([
      { model: "mdx", request: { outputs: ["output"] } },
    ]);
    expect(new Set(server.tokens)).toEqual(new Set(["t0ken"]));
  });

  it("JOB-7 refuses metadata that differs from the registry", async () => {
    const { inputs, outputs } = await endpoint.readMetadata("mdx", signal);
    const [first] = inputs;
    const problem = (changed: object) =>
      findSignatureProblem({ name: "mdx", inputs, outputs, ...changed }, MDX_SIGNATURE);
    expect(problem({ inputs: [{ ...first, shape: [1, 4, 2048, 32] }] })).toBe(
      "Its input input is [1,4,2048,32] instead of [batch_size,4,3072,32]",
    );
    expect(problem({ inputs: [{ ...first, datatype: "FP16" }] })).toMatch(/FP16 instead of FP32/);
    expect(problem({ inputs: [] })).toMatch(/input is missing/);
    expect(problem({ inputs: [first, { ...first, name: "more" }] })).toMatch(/more is unknown/);
    expect(problem({ outputs: [] })).toMatch(/output is missing/);
    expect(problem({ outputs: [...outputs, { ...first, name: "more" }] })).toBeNull();
  });

  const change = (first: object, data?: (bytes: Uint8Array) => Uint8Array) => (answer: Answer) => ({
    json: { ...answer.json, outputs: answer.json.outputs.map((one) => ({ ...one, ...first })) },
    data: answer.data.map((bytes) => data?.(bytes) ?? bytes),
  });
  it.each([
    ["another shape", change({ shape: [1, 3072, 4, 32] }), /\[1,3072,4,32\] instead of/],
    ["another name", change({ name: "output0" }), /output0 is unknown/],
    ["another type", change({ datatype: "INT32" }), /INT32 instead of FP32/],
    ["too few bytes", change({}, (bytes) => bytes.subarray(4)), /which is not FP32/],
    ["too many bytes", change({}, (bytes) => Buffer.concat([bytes, bytes])), /belong to no tensor/],
    [
      "numbers that are not finite",
      change({}, (bytes) => {
        const numbers = new Float32Array(bytes.slice().buffer);
        numbers[7] = Number.NaN;
        return new Uint8Array(numbers.buffer);
      }),
      /not finite/,
    ],
    ["JSON in place of bytes", change({ parameters: {}, data: [1] }), /binary tensor data/],
  ])("JOB-7 refuses an answer with %s", async (_, changed, message) => {
    server.setFault({ change: changed });
    const { fault, message: found } = await faultOf(run());
    const expected = String(message).includes("finite") ? "overflow" : "wrong";
    expect([fault, found]).toEqual([expected, expect.stringMatching(message)]);
  });

  it("JOB-7 a server that is slow, busy, failing or away is each an error of its own", async () => {
    server.setFault({ status: 429, headers: { "Retry-After": "7" } });
    expect(await faultOf(run())).toMatchObject({ fault: "busy", retryAfter: 7 });
    server.setFault({ status: 500 });
    expect(await faultOf(run())).toMatchObject({ fault: "failed", message: "It answered 500: no" });
    server.setFault({ status: 401 });
    expect(await faultOf(run())).toMatchObject({ fault: "refused" });
    server.setFault({ hangs: true });
    const hasty = openSession({ url: server.url, time: 30 });
    expect(await faultOf(run(hasty))).toMatchObject({
      fault: "unreachable",
      message: expect.stringContaining("0.03 seconds"),
    });
    const away = openSession({ url: "http://127.0.0.1:9" });
    expect(await faultOf(run(away))).toMatchObject({ fault: "unreachable" });
  });

  it("JOB-7 reports what a server says about a request that it refuses", async () => {
    const request = { body: new Uint8Array([123, 125]), headerBytes: 2 };
    expect(await faultOf(endpoint.infer("mdx", request, signal))).toMatchObject({
      fault: "invalid",
      message: expect.stringMatching(/^It answered 400: .*inputs/),
    });
  });

  it("JOB-7 the end of a job ends its request", async () => {
    server.setFault({ hangs: true });
    const job = new AbortController();
    const net = createInferenceSession(MDX_SIGNATURE, (request) =>
      endpoint.infer("mdx", request, job.signal),
    );
    const answer = net.run({ input: { data: input(), dims: SHAPE } });
    job.abort(new Error("canceled"));
    await expect(answer).rejects.toThrow("canceled");
  });

  it("JOB-7 inputs that are not those of the graph never leave", async () => {
    const before = server.requests.length;
    const data = new Float32Array(4);
    await expect(session.run({ input: { data, dims: [4] } })).rejects.toThrow(/\[4\] instead of/);
    await expect(session.run({})).rejects.toThrow(/input is missing/);
    expect(server.requests).toHaveLength(before);
  });
});
