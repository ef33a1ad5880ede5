import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { transcribeHosted } from "#core/api/hosted/transcribe-hosted.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { refund } from "#core/api/usage/refund.ts";
import type { HostedTranscript } from "#core/hosted/transcript.ts";
import { wavBytes } from "#audio/media/pcm/wav-bytes.ts";
import { type FakeOpenAi, openFakeOpenAi } from "#tests/fake-openai/fake-openai.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { createOpenAiModels } from "./openai-models.ts";
import { wavSeconds } from "./wav-seconds.ts";

const WORDS = [
  { word: "Good", start: 0.2, end: 0.5 },
  { word: "morning.", start: 0.5, end: 1.1 },
];
const wav = (seconds: number, sampleRate = 16_000): Uint8Array<ArrayBuffer> =>
  wavBytes([new Float32Array(seconds * sampleRate)], { sampleRate, codec: "pcm-s16" });

let fake: FakeOpenAi;
beforeAll(async () => {
  fake = await openFakeOpenAi([WORDS]);
});
afterAll(() => fake.close());

it("TLS-8 a sound is measured by its bytes, and only what was agreed upon is one", () => {
  expect(wavSeconds(wav(2))).toBe(2);
  expect(wavSeconds(wav(2, 8000))).toBeNull();
  expect(wavSeconds(wav(302))).toBeNull();
  expect(wavSeconds(wav(0))).toBeNull();
  const short = wav(1);
  expect(wavSeconds(short.subarray(0, short.length - 2))).toBeNull();
  expect(wavSeconds(new Uint8Array(20))).toBeNull();
});

let keys = 0;
/** A key of a call of its own. */
const newKey = (): string => `call-number-${++keys}`;

describeOnDatabases("hosted models", ({ fresh }) => {
  let server: TestServer;
  let token: string;
  beforeEach(async () => {
    const endpoint = { url: fake.url, key: fake.key };
    const hosted = createOpenAiModels(
      endpoint,
      { transcription: "whisper-1", chat: null, speech: null },
      globalThis.fetch,
    );
    server = await createTestServer(await fresh(), { hosted });
    ({ token } = await server.addUser());
    await server.call(claimDaily, {}, { token });
    fake.requests.length = 0;
  });
  afterEach(() => server.close());

  const send = async (query: string, body: Uint8Array<ArrayBuffer> = wav(10), by = token) => {
    const response = await server.app.request(
      `https://api.example${transcribeHosted.path}?${query}`,
      {
        method: "POST",
        headers: { authorization: by, "content-type": "audio/wav", "idempotency-key": newKey() },
        body,
      },
    );
    const answer = (await response.json()) as { data: HostedTranscript | null; key?: string };
    return { status: response.status, headers: response.headers, ...answer };
  };
  const hold = async (seconds: number): Promise<string> =>
    (await server.call(reserve, { tool: "cleaner", seconds }, { token })).data.usage_id;
  const left = async (): Promise<number> => {
    const { data } = await server.call(getBalance, {}, { token });
    return data.free_credits + data.buy_credits;
  };

  it("TLS-8 USR-10 a piece is written down by the model that the operator names, for a job that pays", async () => {
    const usage = await hold(18);
    const before = await left();
    const { status, data } = await send(`usage_id=${usage}&language=en`);
    expect(status).toBe(200);
    expect(data).toEqual({
      text: "Good morning.",
      language: "en",
      segments: [{ start: 0.2, end: 1.1, text: " Good morning.", confidence: Math.exp(-0.2) }],
      words: [
        { word: "Good", start: 0.2, end: 0.5 },
        { word: "morning", start: 0.5, end: 1.1 },
      ],
    });
    expect(fake.requests[0]!.fields).toEqual({
      model: ["whisper-1"],
      response_format: ["verbose_json"],
      "timestamp_granularities[]": ["word", "segment"],
      language: ["en"],
    });
    // No more than the paid minute; a small excess is cut off.
    expect((await send(`usage_id=${usage}`, wav(48))).status).toBe(200);
    expect((await send(`usage_id=${usage}`, wav(5))).status).toBe(200);
    const sent = fake.requests.map(({ file: { bytes } }) => wavSeconds(new Uint8Array(bytes)));
    expect(sent).toEqual([10, 48, 2]);
    expect(await send(`usage_id=${usage}`, wav(1))).toMatchObject({ key: "invalid_request" });
    // Completed work is charged, whatever the outcome of the job.
    const { data: refunded } = await server.call(refund, { usage_id: usage }, { token });
    expect(refunded.cost).toBe(1);
    expect(await left()).toBe(before);
  });

  it("TLS-4 TLS-8 nothing is sent without a job of one's own, and a service that fails costs nothing", async () => {
    const usage = await hold(30);
    expect(await send(`usage_id=${usage}`, wav(1), "nobody")).toMatchObject({
      key: "not_signed_in",
    });
    expect(await send("usage_id=none")).toMatchObject({ key: "not_found" });
    const { token: other } = await server.addUser();
    expect(await send(`usage_id=${usage}`, wav(1), other)).toMatchObject({ key: "not_found" });
    expect((await send(`usage_id=${usage}`, wav(1, 44_100))).status).toBe(415);
    expect(fake.requests).toEqual([]);
    fake.failNext(429, { "Retry-After": "7" });
    const refused = await send(`usage_id=${usage}`);
    expect(refused).toMatchObject({ status: 409, key: "key_in_flight" });
    expect(refused.headers.get("retry-after")).toBe("7");
    fake.failNext(500);
    expect(await send(`usage_id=${usage}`)).toMatchObject({ key: "key_in_flight" });
    // What is refused would be refused again.
    fake.failNext(422);
    expect(await send(`usage_id=${usage}`)).toMatchObject({ key: "hosted_unusable" });
    // Calls that wait for their next run count until the job ends.
    expect((await send(`usage_id=${usage}`)).status).toBe(200);
    await server.call(refund, { usage_id: usage }, { token });
    expect(await send(`usage_id=${usage}`)).toMatchObject({ key: "usage_closed" });
  });

  it("TLS-8 USR-10 a job has its length once, however many processes and pieces at once", async () => {
    const usage = await hold(30);
    const { hosted, clock, settings } = server.deps;
    const other = await createTestServer(settings.database, { hosted, start: clock() });
    const ask = async ({ app }: TestServer): Promise<number> => {
      const address = `https://api.example${transcribeHosted.path}?usage_id=${usage}`;
      const headers = {
        authorization: token,
        "content-type": "audio/wav",
        "idempotency-key": newKey(),
      };
      return (await app.request(address, { method: "POST", headers, body: wav(10) })).status;
    };
    const first = await Promise.all([server, other, other].map(ask));
    expect(first).toEqual([200, 200, 200]);
    const rest = await Promise.all([server, other, server, other, other].map(ask));
    expect(rest.filter((status) => status === 200)).toHaveLength(3);
    expect(rest.filter((status) => status !== 200).every((status) => status >= 400)).toBe(true);
    expect(fake.requests).toHaveLength(6);
    await other.close();
  });

  it("TLS-8 there is none where the operator names none", async () => {
    const bare = await createTestServer(await fresh());
    const { token: own } = await bare.addUser();
    const response = await bare.app.request(
      `https://api.example${transcribeHosted.path}?usage_id=x`,
      { method: "POST", headers: { authorization: own }, body: wav(1) },
    );
    expect(response.status).toBe(404);
    await bare.close();
  });
});
