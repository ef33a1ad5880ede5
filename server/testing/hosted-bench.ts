import { setImmediate } from "node:timers/promises";
import type { AnyCall, RequestOf } from "#core/api/contract/call.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { speakHosted } from "#core/api/hosted/speak-hosted.ts";
import { transcribeHosted } from "#core/api/hosted/transcribe-hosted.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { writeScriptHosted } from "#core/api/hosted/write-script-hosted.ts";
import { RESERVATION_LASTS } from "#core/credits/credits.ts";
import type { Cost } from "#core/page/page.ts";
import type { DatabaseSettings } from "../db/db.ts";
import { auditLedger } from "../ledger/audit.ts";
import { grantCredits } from "../ledger/grant-credits.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { type HostedModels, HostedError } from "../ports/hosted-models.ts";
import { sweep } from "../sweep.ts";
import { readToolCosts } from "../tool-costs.ts";
import { type TestServer, createTestServer, TEST_OFFERS, TEST_SETTINGS } from "./test-server.ts";

export const SITE = readToolCosts(TEST_SETTINGS.root);
/** Tools whose jobs may use hosted models. */
export const HOSTED = [
  "ai-audio-to-text",
  "ai-audio-translator",
  "ai-podcast-maker",
  "ai-text-to-speech",
];
/** Initial credits of an account. */
export const CREDITS = 60;
const LETTERS = 42;

/** Seconds of hosted work per credit, as documented in docs/server.md. */
export const secondsOf = (cost: Cost | undefined): number => (cost === 3 ? 600 : 60);

export type Kind = "transcribe" | "translate" | "speak" | "script";

/**
 * Seconds of work in a request of a kind: the given amount, up to the limit of the call; fixed by
 * the kind for scripts.
 */
export const sizeOf = (by: Kind, amount: number): number =>
  by === "transcribe"
    ? Math.min(20, amount)
    : by === "script"
      ? 60 * (1 + (amount % 3))
      : Math.min(by === "speak" ? 71 : 60, amount);

/** A silent 16-bit mono WAV file. */
function silentWav(frames: number, sampleRate: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(44 + 2 * frames);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(2 * sampleRate, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(2 * frames, 40);
  return new Uint8Array(bytes);
}

/** Hosted models that count their work. */
function createCountedModels() {
  /** Seconds of successful work, in all processes. */
  let worked = 0;
  let fails = (_seconds: number): boolean => false;
  const respond = async <T>(seconds: number, value: T): Promise<T> => {
    for (let turn = 0; turn < seconds; turn++) await setImmediate();
    // For good: other failures are tried again.
    if (fails(seconds)) throw new HostedError("no", { isUnusable: true });
    worked += seconds;
    return value;
  };
  const hosted: HostedModels = {
    transcription: {
      transcribe: (wav) =>
        respond((wav.length - 44) / 32_000, { text: "x", language: "en", segments: [], words: [] }),
    },
    chat: {
      languages: [],
      complete: ({ name, system, user }) => {
        if (name === "translation") {
          const texts = JSON.parse(user) as { id: number; text: string }[];
          const letters = texts.reduce((sum, { text }) => sum + text.length, 0);
          return respond(letters / LETTERS, {
            translations: texts.map(({ id }) => ({ id, text: "y" })),
          });
        }
        const minutes = Number(/about (\d+) minutes/.exec(system)![1]);
        const line = { host: 0, text: "Hello.", source: null, chapter: null };
        return respond(60 * minutes, { lines: [line, { ...line, host: 1 }] });
      },
    },
    speech: {
      languages: [],
      voices: ["alloy"],
      speak: (text) => respond(text.length / LETTERS, silentWav(10, 24_000)),
    },
  };

  return {
    hosted,
    worked: () => worked,
    failWhen: (next: typeof fails): void => void (fails = next),
  };
}

/** Two processes on one database, with models that count their work. */
export async function openHostedBench(database: DatabaseSettings) {
  const { hosted, ...models } = createCountedModels();
  const optionsOf = () => ({
    hosted,
    offers: { ...TEST_OFFERS, ...SITE },
    slots: { take: async () => async () => {} },
  });
  const one = await createTestServer(database, optionsOf());
  const other = await createTestServer(database, { ...optionsOf(), start: one.deps.clock() });
  const servers: readonly TestServer[] = [one, other];

  /** Creates an account with credits, and its actions in either process. */
  async function begin() {
    const user = await one.addUser();
    const { token, userId } = user;
    await one.deps.db.write(async (tx) => {
      await lockWallet(tx, userId);
      const grant = { userId, bucket: "bought", source: "support", sourceId: "1" } as const;
      await grantCredits(tx, one.deps, { ...grant, amount: CREDITS });
    });
    const call = <C extends AnyCall>(to: C, request: RequestOf<C>, at = 0) =>
      servers[at]!.call(to, request, { token, key: one.deps.ids() });
    const post = async (
      path: string,
      type: string,
      body: string | Uint8Array<ArrayBuffer>,
      at: number,
    ): Promise<number> => {
      const headers = {
        authorization: token,
        "content-type": type,
        "idempotency-key": one.deps.ids(),
      };
      return (
        await servers[at]!.app.request(`http://api.example${path}`, {
          method: "POST",
          headers,
          body,
        })
      ).status;
    };
    async function use(usage_id: string, by: Kind, seconds: number, at = 0): Promise<number> {
      const text = "x".repeat(LETTERS * seconds);
      switch (by) {
        case "transcribe": {
          const wav = silentWav(16_000 * seconds, 16_000);
          return await post(`${transcribeHosted.path}?usage_id=${usage_id}`, "audio/wav", wav, at);
        }
        case "translate": {
          const texts = [text];
          return (await call(translateHosted, { usage_id, from: "en", to: "de", texts }, at))
            .status;
        }
        case "speak": {
          const body = { usage_id, voice: "alloy", language: "en", text, speed: 1 };
          return await post(speakHosted.path, "application/json", JSON.stringify(body), at);
        }
        case "script": {
          const minutes = seconds / 60;
          const request = { usage_id, title: "T", language: "en", tone: "plain", minutes } as const;
          return (await call(writeScriptHosted, { ...request, sentences: ["A."] }, at)).status;
        }
      }
    }
    const balance = async (): Promise<number> => (await call(getBalance, {})).data.buy_credits;
    return { call, use, balance };
  }

  /** Makes all open jobs overdue. */
  async function release(): Promise<void> {
    for (const server of servers) server.advance((RESERVATION_LASTS + 1) * 1000);
    await sweep(one.deps);
  }

  return {
    ...models,
    begin,
    release,
    /** @throws {Error} if the ledger is inconsistent */
    async close(): Promise<void> {
      const faults = await one.deps.db.read(auditLedger);
      for (const server of servers) await server.close();
      if (faults.length > 0) throw new Error(faults.join("\n"));
    },
  };
}
