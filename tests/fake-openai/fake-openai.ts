import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type ChatQuestion,
  type ChatMessage,
  completionOf,
  readQuestion,
  defaultAnswer,
} from "./chat.ts";
import { type SpeechRequest, readSpeech, spokenWav } from "./speech.ts";
import {
  type TranscriptionRequest,
  type SpokenWord,
  readTranscription,
  transcriptOf,
} from "./transcription.ts";

export interface FakeOpenAi {
  /** With its version, as `HOSTED_URL` has it. */
  readonly url: string;
  /** Of the address. */
  readonly host: string;
  readonly key: string;
  readonly requests: TranscriptionRequest[];
  readonly questions: ChatQuestion[];
  readonly spoken: SpeechRequest[];
  /** What it answers in place of what was asked for: a status, with headers. */
  readonly failNext: (status: number, headers?: Readonly<Record<string, string>>) => void;
  /** What it says to the next question. */
  readonly sayNext: (message: Partial<ChatMessage>) => void;
  /** Holds the answer to the next question. @returns sends it */
  readonly holdNext: () => () => void;
  readonly close: () => Promise<void>;
}

/**
 * An endpoint that answers as OpenAI's published description (`createTranscription`, `createSpeech` and
 * `createChatCompletion`, version 2.3.0) says: fields that it has, in the shapes that it has them, and its
 * errors.
 * @param words what it hears in each file that is sent, in turn
 */
export async function openFakeOpenAi(
  words: readonly (readonly SpokenWord[])[],
): Promise<FakeOpenAi> {
  const requests: TranscriptionRequest[] = [];
  const questions: ChatQuestion[] = [];
  const spoken: SpeechRequest[] = [];
  const key = "sk-test";
  let fault: { status: number; headers: Readonly<Record<string, string>> } | null = null;
  let message: Partial<ChatMessage> | null = null;
  let held: Promise<void> | null = null;

  /** @returns JSON, or bytes; a text: what is wrong */
  async function answer(path: string, body: Buffer, type: string): Promise<object | string | null> {
    if (path === "/v1/audio/transcriptions") {
      const found = await readTranscription(body, type);
      if (typeof found === "string") return found;
      requests.push(found);
      return transcriptOf(words[(requests.length - 1) % words.length]!);
    }
    if (type !== "application/json") return "application/json is needed";
    const json = JSON.parse(body.toString()) as unknown;
    if (path === "/v1/chat/completions") {
      const found = readQuestion(json);
      if (typeof found === "string") return found;
      questions.push(found);
      const content = message;
      message = null;
      const turn = held;
      held = null;
      await turn;
      const defaultMessage = { content: content ? null : defaultAnswer(found), refusal: null };
      return completionOf(found.model, { ...defaultMessage, finish: "stop", ...content });
    }
    const found = readSpeech(json);
    if (typeof found === "string") return found;
    spoken.push(found);
    return spokenWav(found);
  }

  const KNOWN = ["/v1/audio/transcriptions", "/v1/chat/completions", "/v1/audio/speech"];
  const server: Server = createServer((request, response) => {
    const send = (status: number, value: unknown, headers = {}): void => {
      const isSound = Buffer.isBuffer(value);
      const type = isSound ? "audio/wav" : "application/json";
      response.writeHead(status, { "Content-Type": type, ...headers });
      response.end(isSound ? value : JSON.stringify(value));
    };
    const refuse = (status: number, text: string, headers = {}): void =>
      send(
        status,
        { error: { message: text, type: "invalid_request_error", param: null, code: null } },
        headers,
      );
    const work = async (): Promise<void> => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      if (request.headers.authorization !== `Bearer ${key}`) return refuse(401, "Wrong key");
      if (!KNOWN.includes(request.url!) || request.method !== "POST")
        return refuse(404, "Unknown request URL");
      if (fault) {
        const { status, headers } = fault;
        fault = null;
        return refuse(status, "Not now", headers);
      }
      const type = request.headers["content-type"] ?? "";
      const found = await answer(request.url!, Buffer.concat(parts), type);
      return typeof found === "string" ? refuse(400, found) : send(200, found);
    };
    work().catch((error: unknown) => refuse(500, String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/v1`,
    host,
    key,
    requests,
    questions,
    spoken,
    failNext: (status, headers = {}) => void (fault = { status, headers }),
    sayNext: (next) => void (message = next),
    holdNext: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
