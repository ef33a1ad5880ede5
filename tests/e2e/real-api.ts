import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { loadConfig } from "#cli/build/load/config.ts";
import { type OpenApi, openApi } from "#cli/preview/open-api.ts";
import { startOwnWorker } from "#cli/worker/start-own-worker.ts";
import type { Config } from "#core/site/config.ts";
import { createPasswords } from "#server/accounts/passwords.ts";
import type { Db } from "#server/db/db.ts";
import { openDb } from "#server/db/open-db.ts";
import type { Network } from "#server/download/net/fetch-public.ts";
import { grantCredits } from "#server/ledger/grant-credits.ts";
import { createIds } from "#server/ports/clock.ts";
import { systemRandom } from "#server/deps/deps.ts";
import { insertMember } from "#server/testing/insert-member.ts";
import type { FakeOpenAi } from "../fake-openai/fake-openai.ts";
import { SLOWNESS } from "../slowness.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const DATABASE = ".toolkit/data/toolkit.sqlite";

export interface NewMember {
  readonly email: string;
  /** Logging in requires one. */
  readonly password?: string;
  /** Credits, beside those of the day, which can be claimed unless they were. */
  readonly free?: number;
  readonly bought?: number;
  /** Whether the day's credits have been claimed. */
  readonly hasClaimed?: boolean;
}

export interface Member {
  readonly userId: string;
  readonly token: string;
}

/** The real server on an embedded database of its own. */
export interface RealApi {
  readonly config: Config;
  readonly handle: OpenApi["handle"];
  /** The code of the message that was sent to an address last. */
  readonly codeOf: (email: string) => Promise<string>;
  /** An account with what it needs for a test, without its ceremony. */
  readonly addMember: (member: NewMember) => Promise<Member>;
  /** The database, as another process on it has it. */
  readonly db: Db;
  /** Ids as the server makes them: the later one sorts behind. */
  readonly ids: () => string;
  /** What has gone wrong in the server since this was asked last. */
  readonly complaints: () => string[];
  /** Changes the database as time, or a fault, would. */
  readonly change: (statement: string, ...values: readonly (string | number)[]) => void;
  readonly close: () => Promise<void>;
}

/** What is off otherwise. */
export interface ApiOptions {
  /** Folder of a site of one's own. */
  readonly home?: string;
  /** Folder of the built site. */
  readonly siteFolder?: string;
  /** Links are fetched from here. */
  readonly network?: () => Network;
  /** Whether the site takes jobs, which its preview runs. */
  readonly jobs?: boolean;
  /** Credits of a daily claim, where the configured ones are too few. */
  readonly daily?: number;
  /** Where hosted models are, and which. */
  readonly hosted?: () => {
    readonly endpoint: Pick<FakeOpenAi, "url" | "host" | "key">;
    readonly models: Partial<Config["hosted"]>;
  };
}

/** What a server reports when the machine is busy with other tests. */
const ABOUT_LOAD =
  SLOWNESS > 1 ? /^API: (sweep_step_slow|jobs_recovered)\b/ : /^API: sweep_step_slow\b/;

/** A message with its texts in the clear. */
const decoded = (message: string): string =>
  message.replace(
    /(Content-Transfer-Encoding: base64\r\n(?:[^\r].*\r\n)*\r\n)([A-Za-z0-9+/=\r\n]+)/g,
    (_, head: string, body: string) => `${head}${Buffer.from(body, "base64").toString()}\r\n`,
  );

export async function openRealApi({ home = HOME, ...options }: ApiOptions = {}): Promise<RealApi> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-real-"));
  fs.symlinkSync(path.join(home, "content"), path.join(root, "content"));
  const loaded = await loadConfig(home);
  const hosted = options.hosted?.();
  const config = {
    ...loaded,
    ...(options.network && { links: { enabled: true } }),
    ...(options.jobs && { jobs: { ...loaded.jobs, enabled: true } }),
    ...(options.daily !== undefined && { credits: { ...loaded.credits, daily: options.daily } }),
    ...(hosted && {
      hosted: { ...loaded.hosted, host: hosted.endpoint.host, ...hosted.models },
    }),
  };
  const outbox: string[] = [];
  const pageErrors: string[] = [];
  const api = await openApi({
    root,
    home: HOME,
    config,
    ...(options.siteFolder !== undefined && { siteFolder: options.siteFolder }),
    ...(options.network && { network: options.network() }),
    ...(options.jobs && {
      alsoRun: (deps) => startOwnWorker(deps, { root, home: HOME, config, env: {} }),
    }),
    env: hosted ? { HOSTED_URL: hosted.endpoint.url, HOSTED_KEY: hosted.endpoint.key } : {},
    print: (line) => {
      const file = /^Message: (.+)\n$/.exec(line)?.[1];
      if (file !== undefined) outbox.push(decoded(fs.readFileSync(path.join(root, file), "utf8")));
      else if (!ABOUT_LOAD.test(line)) pageErrors.push(line);
    },
  });
  const file = path.join(root, DATABASE);
  const db = await openDb({ url: null, file, connections: 1 }, () => {});
  const ids = createIds(Date.now);
  return {
    config,
    handle: api.handle,
    db,
    ids,
    addMember: createMembers(db, ids),
    async codeOf(email) {
      // It may come after a message without one.
      const last = (): string | undefined => {
        const message = outbox.findLast((text) => text.includes(`To: ${email}`));
        return message === undefined ? undefined : /^\s*(\d{6})\s*$/m.exec(message)?.[1];
      };
      await expect.poll(last).toBeDefined();
      return last()!;
    },
    complaints: () => pageErrors.splice(0),
    change(statement, ...values) {
      const database = new DatabaseSync(file);
      try {
        database.exec("PRAGMA busy_timeout = 5000");
        database.prepare(statement).run(...values);
      } finally {
        database.close();
      }
    },
    async close() {
      await api.close();
      await db.close();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

function createMembers(db: Db, ids: () => string): RealApi["addMember"] {
  const passwords = createPasswords();
  const deps = { ids, clock: Date.now, random: systemRandom };
  return async ({ email, password, free = 0, bought = 0, hasClaimed = false }) => {
    const hash = password === undefined ? null : await passwords.hash(password);
    return db.write(async (tx) => {
      const member = await insertMember(tx, deps, { email, passwordHash: hash });
      const { userId } = member;
      for (const [bucket, amount] of Object.entries({ free, bought } as const))
        if (amount > 0)
          await grantCredits(tx, deps, {
            userId,
            bucket: bucket as "free" | "bought",
            amount,
            source: "support",
            sourceId: bucket,
          });
      if (hasClaimed)
        await tx
          .updateTable("wallets")
          .set({ claimed_at: Math.floor(Date.now() / 1000) * 1000, claims: 1 })
          .where("user_id", "=", userId)
          .execute();
      return member;
    });
  };
}
