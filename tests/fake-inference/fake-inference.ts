import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { InferenceSession, Tensor } from "onnxruntime-web";
import { withoutGlobalWorker } from "#cli/audio/nets/node-session.ts";
import { type InferRequest, readRequest } from "./read-request.ts";

export interface GraphTensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
}

/** A model of the server. */
export interface ServedModel {
  readonly graph: Uint8Array;
  /** What its metadata says. */
  readonly inputs: readonly GraphTensor[];
  readonly outputs: readonly GraphTensor[];
}

/** What the server does in place of an answer. */
export interface Fault {
  /** Answers this status. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Never answers. */
  readonly hangs?: boolean;
  /** Changes the answer before it is sent. */
  readonly change?: (answer: Answer) => Answer;
}

export interface Answer {
  readonly json: {
    readonly model_name: string;
    readonly outputs: readonly (GraphTensor & { readonly parameters: object })[];
  };
  readonly data: readonly Uint8Array[];
}

export interface FakeInference {
  readonly url: string;
  /** Requests of `infer`, by model. */
  readonly requests: { readonly model: string; readonly request: InferRequest }[];
  /** Number of requests of `infer` that run now, and the maximum so far. */
  readonly running: { now: number; max: number };
  /** Sets the fault of all requests of `infer` from now on; null: none. */
  readonly setFault: (fault: Fault | null) => void;
  /** Tokens of all requests. */
  readonly tokens: (string | null)[];
  readonly close: () => Promise<void>;
}

const ORT_TYPE = { FP32: "float32", INT64: "int64", INT32: "int32", BOOL: "bool" } as const;

const bytesOf = ({ buffer: all, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(all, byteOffset, byteLength);

/**
 * A server of the Open Inference Protocol with its binary tensor data extension, as published in
 * `open_inference_rest.yaml` (kserve/open-inference-protocol) and `extension_binary_data.md`
 * (triton-inference-server/server). It runs real graphs with ONNX Runtime's WebAssembly, and refuses
 * requests that the description does not allow.
 */
export async function openFakeInference(
  models: Readonly<Record<string, ServedModel>>,
): Promise<FakeInference> {
  const sessions = new Map<string, Promise<InferenceSession>>();
  const requests: FakeInference["requests"] = [];
  const tokens: (string | null)[] = [];
  const running = { now: 0, max: 0 };
  let fault: Fault | null = null;
  // The runtime runs one graph at a time.
  let turn: Promise<unknown> = Promise.resolve();

  const sessionOf = (name: string): Promise<InferenceSession> => {
    const session =
      sessions.get(name) ??
      withoutGlobalWorker(() =>
        InferenceSession.create(models[name]!.graph, { executionProviders: ["wasm"] }),
      );
    sessions.set(name, session);
    return session;
  };

  async function run(name: string, request: InferRequest): Promise<Answer> {
    const session = await sessionOf(name);
    const feeds = Object.fromEntries(
      request.inputs.map(({ name: input, datatype, shape, data }) => [
        input,
        new Tensor(ORT_TYPE[datatype as "FP32"], data as Float32Array, shape),
      ]),
    );
    const requested = request.outputs ?? session.outputNames;
    const outputs = await (turn = turn.then(() => session.run(feeds, requested)));
    const found = outputs as Readonly<Record<string, Tensor>>;
    const data = requested.map((output) => bytesOf(found[output]!.data as Float32Array));
    return {
      json: {
        model_name: name,
        outputs: requested.map((output, at) => ({
          name: output,
          datatype: models[name]!.outputs.find((one) => one.name === output)!.datatype,
          shape: found[output]!.dims,
          parameters: { binary_data_size: data[at]!.length },
        })),
      },
      data,
    };
  }

  const server: Server = createServer((incoming, response) => {
    const json = (status: number, value: unknown, headers = {}): void =>
      void response
        .writeHead(status, { "Content-Type": "application/json", ...headers })
        .end(JSON.stringify(value));
    tokens.push(incoming.headers.authorization?.replace("Bearer ", "") ?? null);
    const [, name = "", call = ""] =
      /^\/v2\/models\/([^/]+)(?:\/(ready|infer))?$/.exec(incoming.url!) ?? [];
    const model = models[name];
    if (!model) return json(404, { error: `unknown model ${name}` });
    if (call === "ready") return void response.writeHead(200).end();
    const { inputs, outputs } = model;
    if (call === "") return json(200, { name, versions: ["1"], platform: "onnx", inputs, outputs });
    void answerInfer(name, incoming).then(
      (answer) => {
        if (answer === null) return;
        if (typeof answer === "string") return json(400, { error: answer });
        if ("status" in answer) return json(answer.status!, { error: "no" }, answer.headers);
        const header = Buffer.from(JSON.stringify((answer as Answer).json));
        const body = Buffer.concat([header, ...(answer as Answer).data]);
        response.writeHead(200, {
          "Content-Type": "application/octet-stream",
          "Content-Length": body.length,
          "Inference-Header-Content-Length": header.length,
        });
        response.end(body);
      },
      (error: unknown) => json(500, { error: String(error) }),
    );
  });

  /** @returns null: no answer; a text: what is wrong with the request */
  async function answerInfer(
    name: string,
    incoming: IncomingMessage,
  ): Promise<Answer | Fault | string | null> {
    running.max = Math.max(running.max, ++running.now);
    try {
      const request = readRequest(await buffer(incoming), incoming.headers);
      if (typeof request === "string") return request;
      requests.push({ model: name, request });
      const own = fault;
      if (own?.hangs === true) return null;
      if (own?.status !== undefined) return own;
      const answer = await run(name, request);
      return own?.change?.(answer) ?? answer;
    } finally {
      running.now--;
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    running,
    tokens,
    setFault: (next) => (fault = next),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const session of sessions.values()) await (await session).release();
    },
  };
}
