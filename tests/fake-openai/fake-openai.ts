import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What was asked for. */
export interface AskedTranscription {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly file: { readonly name: string; readonly type: string; readonly bytes: Buffer };
}

export interface FakeOpenAi {
  /** With its version, as `HOSTED_URL` has it. */
  readonly url: string;
  readonly key: string;
  readonly asked: AskedTranscription[];
  /** What it answers in place of a transcript: a status, with headers. */
  readonly failNext: (status: number, headers?: Readonly<Record<string, string>>) => void;
  readonly close: () => Promise<void>;
}

interface SaidWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Fields of `CreateTranscriptionRequest` that are taken; others are refused, as unknown names are. */
const FIELDS = [
  "model",
  "language",
  "prompt",
  "response_format",
  "temperature",
  "timestamp_granularities[]",
];

/** What is wrong with a request for a transcript; null: nothing. */
function faultOf(form: FormData): string | null {
  if (!(form.get("file") instanceof File)) return "file is required";
  if (typeof form.get("model") !== "string" || form.get("model") === "") return "model is required";
  for (const name of form.keys())
    if (name !== "file" && !FIELDS.includes(name)) return `${name} is not known`;
  const granularities = form.getAll("timestamp_granularities[]");
  if (granularities.some((one) => one !== "word" && one !== "segment"))
    return "timestamp_granularities[] is word or segment";
  if (granularities.length > 0 && form.get("response_format") !== "verbose_json")
    return "timestamp_granularities[] needs verbose_json";
  const language = form.get("language");
  if (language !== null && (typeof language !== "string" || !/^[a-z]{2}$/.test(language)))
    return "language is ISO 639-1";
  return null;
}

/**
 * An endpoint that answers as OpenAI's published description (`createTranscription`, version 2.3.0) says: fields
 * that it has, in the shapes that it has them, and its errors.
 * @param words what it hears in each file that is sent, in turn
 */
export async function openFakeOpenAi(words: readonly (readonly SaidWord[])[]): Promise<FakeOpenAi> {
  const asked: AskedTranscription[] = [];
  const key = "sk-test";
  let fault: { status: number; headers: Readonly<Record<string, string>> } | null = null;
  const server: Server = createServer((request, response) => {
    const send = (status: number, value: unknown, headers = {}): void => {
      response.writeHead(status, { "Content-Type": "application/json", ...headers });
      response.end(JSON.stringify(value));
    };
    const refuse = (status: number, message: string, headers = {}): void =>
      send(
        status,
        { error: { message, type: "invalid_request_error", param: null, code: null } },
        headers,
      );
    const work = async (): Promise<void> => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      if (request.headers.authorization !== `Bearer ${key}`) return refuse(401, "Wrong key");
      if (request.url !== "/v1/audio/transcriptions" || request.method !== "POST")
        return refuse(404, "Unknown request URL");
      if (fault) {
        const { status, headers } = fault;
        fault = null;
        return refuse(status, "Not now", headers);
      }
      const form = await new Response(Buffer.concat(parts), {
        headers: { "Content-Type": request.headers["content-type"] ?? "" },
      }).formData();
      const wrong = faultOf(form);
      if (wrong !== null) return refuse(400, wrong);
      const file = form.get("file") as File;
      asked.push({
        fields: Object.fromEntries(
          [...new Set(form.keys())]
            .filter((name) => name !== "file")
            .map((name) => [name, form.getAll(name).map(String)]),
        ),
        file: {
          name: file.name,
          type: file.type,
          bytes: Buffer.from(await file.arrayBuffer()),
        },
      });
      const said = words[(asked.length - 1) % words.length]!;
      const text = said.map(({ word }) => word).join(" ");
      const end = said.at(-1)?.end ?? 0;
      return send(200, {
        task: "transcribe",
        language: "english",
        duration: end,
        text,
        // Words come without the marks that the text has.
        words: said.map(({ word, ...at }) => ({ word: word.replace(/[.,!?]$/, ""), ...at })),
        segments: [
          {
            id: 0,
            seek: 0,
            start: said[0]?.start ?? 0,
            end,
            text: ` ${text}`,
            tokens: [1],
            temperature: 0,
            avg_logprob: -0.2,
            compression_ratio: 1,
            no_speech_prob: 0.01,
          },
        ],
        usage: { type: "duration", seconds: Math.ceil(end) },
      });
    };
    work().catch((error: unknown) => refuse(500, String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    key,
    asked,
    failNext: (status, headers = {}) => void (fault = { status, headers }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
