import { Duplex, duplexPair } from "node:stream";
import { describe, expect, it } from "vitest";
import { type InferMessage, writeInferRequest } from "#audio/nets/inference/infer-message.ts";
import type { PoolRequest } from "../../inference/endpoint-pool.ts";
import { serveInference } from "./serve-inference.ts";
import { type TensorFrame, DONE, OVERFLOW, readFrames, writeFrame } from "./tensor-pipe.ts";

const tensor = (name: string) => ({ name, type: "float32" as const, shape: ["batch", 2] });
const GRAPH = {
  name: "graph",
  signature: { inputs: [tensor("in")], outputs: [tensor("out"), tensor("more")] },
};
const INPUT = { data: Float32Array.of(1, 2), dims: [1, 2] };
const request = (
  inputs = { in: INPUT } as Parameters<typeof writeInferRequest>[0],
  outputs = ["out"],
) => writeInferRequest(inputs, outputs);

/** A message with the same tensors, and another JSON object. */
function withHeader({ body, headerBytes }: InferMessage, change: (text: string) => string) {
  const header = new TextEncoder().encode(
    change(new TextDecoder().decode(body.subarray(0, headerBytes))),
  );
  const data = body.subarray(headerBytes);
  const changed = new Uint8Array(header.length + data.length);
  changed.set(header);
  changed.set(data, header.length);
  return { body: changed, headerBytes: header.length };
}

/** Serves a process; `sent` are the messages that left the machine. */
function open(pipe?: Duplex) {
  const [own, other] = duplexPair();
  const sent: string[] = [];
  const events: string[] = [];
  const stop = new AbortController();
  const answer = writeInferRequest({ out: INPUT }, []);
  const reply = withHeader(answer, (text) =>
    text.replace('"inputs"', '"outputs"').replace(',"outputs":[]', ""),
  );
  const pool = {
    async infer({ message, check }: PoolRequest) {
      sent.push(new TextDecoder().decode(message.body.subarray(0, message.headerBytes)));
      check(reply);
      return reply;
    },
  };
  const served = serveInference(pipe ?? other, {
    id: "model",
    graphs: [GRAPH as never],
    pool,
    signal: stop.signal,
    log: (_, event) => void events.push(event),
  });
  return { own, served, sent, events, stop };
}
const send = (pipe: Duplex, message: InferMessage, tag = 0) =>
  writeFrame(pipe, { tag, ...message });
async function nextFrame(pipe: Duplex): Promise<TensorFrame | undefined> {
  const { value } = await readFrames(pipe).next();
  return value ?? undefined;
}

describe("JOB-7 the process of a job", () => {
  it("gets the answer to a request of its model", async () => {
    const { own, sent } = open();
    send(own, request());
    expect((await nextFrame(own))?.tag).toBe(DONE);
    expect(sent).toHaveLength(1);
  });

  it("sends nothing but names, types and shapes that were read: a second key, free text, parameters", async () => {
    const { own, sent } = open();
    const hostile = withHeader(request(), (text) =>
      text
        .replace("{", '{"inputs":[{"name":"in","shape":[9,9]}],"id":"secret",')
        .replace('"binary_data":true', '"binary_data":true,"shared_memory_region":"secret"'),
    );
    send(own, hostile);
    expect((await nextFrame(own))?.tag).toBe(DONE);
    expect(sent[0]).not.toMatch(/secret|9/);
  });

  it.each([
    ["another tensor", request({ other: INPUT }), 0],
    ["a missing one", request({ in: INPUT, more: INPUT }), 0],
    ["another shape", request({ in: { ...INPUT, dims: [2, 1] } }), 0],
    ["an unknown output", request(undefined, ["secret"]), 0],
    ["an output twice", request(undefined, ["out", "out"]), 0],
    ["another graph", request(), 5],
    ["no JSON", { body: new Uint8Array(9), headerBytes: 9 }, 0],
    ["a wrong length", { body: new Uint8Array(9), headerBytes: 99 }, 0],
  ] as const)("is not served any more after %s", async (_, message, tag) => {
    const { own, served, sent, events } = open();
    send(own, message, tag);
    send(own, request());
    own.resume();
    await served;
    expect(sent).toEqual([]);
    expect(events).toEqual(["job_inference_failed"]);
  });

  it("is told that its input is not finite, and goes on", async () => {
    const { own, sent } = open();
    send(own, request({ in: { data: Float32Array.of(1, Number.NaN), dims: [1, 2] } }));
    expect((await nextFrame(own))?.tag).toBe(OVERFLOW);
    expect(sent).toEqual([]);
  });

  it("that reads no answers gets no further ones", async () => {
    // A pipe whose other side never reads.
    const requests = Array.from({ length: 20 }, () => request());
    const frames = requests.flatMap(({ body, headerBytes }) => [
      Buffer.from(Uint32Array.of(0, headerBytes, body.length).buffer),
      Buffer.from(body),
    ]);
    const stuck = new Duplex({
      read() {
        this.push(frames.shift() ?? null);
      },
      write: () => {},
      writableHighWaterMark: 64,
    });
    const { served, sent, stop } = open(stuck);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sent.length).toBeLessThan(3);
    stop.abort();
    await served;
  });
});
