import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getFeed } from "#core/api/podcasts/get-feed.ts";
import { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { uploadPodcastAudio } from "#core/api/podcasts/upload-podcast-audio.ts";
import { inLongRun, isLong } from "#tests/left-out.ts";
import { createSteps } from "./background/run-steps.ts";
import { describeOnDatabases } from "./db/test-databases.ts";
import { continueAudit } from "./ledger/watch-ledger.ts";
import { WORK } from "./sweep.ts";
import { seedScale } from "./testing/seed-scale.ts";
import { type TestServer, createTestServer } from "./testing/test-server.ts";

const ACCOUNTS = isLong ? 1_000_000 : 10_000;
/** Maximum seconds per step, judged in the long run alone: with few accounts only the load decides. */
const LIMIT = isLong ? 1 : Infinity;
/** Maximum additional milliseconds per request, compared with an empty database. */
const MORE = 5;
/** Requests of each kind; the fastest counts, because of other load on the machine. */
const REQUESTS = 12;
/** Beginning of an MP3 file: an empty ID3v2 tag. */
const MP3 = Uint8Array.from(
  { length: 2048 },
  (_, at) => [0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 15, 0x76][at] ?? 0,
);

describeOnDatabases(
  `a server with ${ACCOUNTS} accounts and five times as many jobs`,
  ({ fresh, engine }) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await createTestServer(await fresh());
      await seedScale(server.deps.db, { accounts: ACCOUNTS, now: server.deps.clock() });
    }, 3_600_000);
    afterAll(() => server.close());

    /** Prints measurements of the long run. */
    const show = (figure: string): void => {
      if (isLong) process.stderr.write(`${engine}, ${ACCOUNTS} accounts: ${figure}\n`);
    };
    const count = async (source: string): Promise<number> => {
      const { rows } = await server.deps.db.read((queries) =>
        sql<{ count: number }>`select count(*) as count from ${sql.raw(source)}`.execute(queries),
      );
      return Number(rows[0]!.count);
    };

    it("USR-10 the steps of a sweep do all that is due; none but the audit takes a second in the long run", async () => {
      const { deps } = server;
      const due = {
        "usages where state = 'reserved'": ACCOUNTS / 1000,
        [`limits where ends_at <= ${deps.clock()}`]: 0,
        [`tokens where used_at <= ${deps.clock() - 30 * 86_400_000}`]: 0,
        [`grants where remaining > 0 and expires_at <= ${deps.clock()}`]: 0,
        [`orders where status = 'pending' and created_at <= ${deps.clock() - 2 * 86_400_000}`]: 0,
        [`podcast_audio where podcast_id is null and created_at <= ${deps.clock() - 86_400_000}`]: 0,
      };
      for (const source of Object.keys(due)) expect(await count(source)).toBeGreaterThan(0);
      const { ledger: _audit, ...steps } = WORK;
      const { signal } = new AbortController();
      // The first round does all due work; later rounds only search for it.
      const turns: (readonly [name: string, seconds: number])[] = [];
      const metrics: typeof deps.metrics = {
        ...deps.metrics,
        observe: (_metric, seconds, labels) => void turns.push([String(labels?.["step"]), seconds]),
      };
      for (let round = 0; round < 3; round++)
        await createSteps({ ...deps, metrics }, steps).run(signal);
      for (const name of Object.keys(steps)) {
        const own = turns.filter(([each]) => each === name).map(([, seconds]) => seconds);
        show(`${name}: ${own.length} turns, the longest ${Math.max(...own).toFixed(3)} s`);
      }
      expect(turns.filter(([, seconds]) => seconds >= LIMIT)).toEqual([]);
      for (const [source, left] of Object.entries(due)) expect(await count(source)).toBe(left);
      expect(server.logs.filter(({ level }) => level === "error")).toEqual([]);
    }, 600_000);

    it(
      "API-17 a feed and an upload take no longer than on an empty database",
      { ...inLongRun, timeout: 120_000 },
      async () => {
        /** Milliseconds of an upload and of a feed with an episode, the fastest of each. */
        const measure = async (on: TestServer): Promise<{ upload: number; feed: number }> => {
          const { token } = await on.addUser();
          const quickest = async (work: () => Promise<Response>): Promise<number> => {
            let minMs = Infinity;
            for (let round = 0; round < REQUESTS; round++) {
              const began = performance.now();
              const answer = await work();
              await answer.arrayBuffer();
              minMs = Math.min(minMs, performance.now() - began);
              expect(answer.status).toBe(200);
            }
            return minMs;
          };
          const send = async (): Promise<Response> =>
            await on.app.request(`https://api.example${uploadPodcastAudio.path}`, {
              method: "POST",
              headers: {
                authorization: token,
                "content-type": "audio/mpeg",
                "content-length": String(MP3.length),
              },
              body: MP3,
            });
          const upload = await quickest(send);
          const { data } = (await (await send()).json()) as { data: { audio_url: string } };
          const podcast = {
            title: "A",
            language: "en",
            duration: 1,
            audio_url: data.audio_url,
            transcript: [{ start: 0, end: 1, speaker: "A", text: "Hello." }],
          };
          expect((await on.call(savePodcast, podcast, { token })).status).toBe(200);
          const { url } = (await on.call(getFeed, {}, { token })).data;
          const feed = await quickest(async () => await on.app.request(url));
          return { upload, feed };
        };
        const empty = await createTestServer(await fresh());
        try {
          const [alone, among] = [await measure(empty), await measure(server)];
          for (const name of ["upload", "feed"] as const) {
            show(`${name}: ${among[name].toFixed(1)} ms, empty ${alone[name].toFixed(1)} ms`);
            expect(among[name] - alone[name], name).toBeLessThan(MORE);
          }
        } finally {
          await empty.close();
        }
      },
    );

    it("USR-10 the audit finds one fault among all entries; no slice takes a second in the long run", async () => {
      const { deps } = server;
      await deps.db.write((tx) =>
        sql`update ledger_entries set delta = delta + 1 where (user_id, transaction_id, grant_id, account) in (
          select user_id, transaction_id, grant_id, account from ledger_entries
          where user_id >= (select id from users order by id limit 1 offset ${sql.lit(Math.floor(ACCOUNTS / 3))})
          order by user_id limit 1)`.execute(tx),
      );
      const began = performance.now();
      let slices = 0;
      for (let isRunning = true; isRunning; slices++) {
        await continueAudit(deps, async () => false);
        const { next_user: next } = await deps.db.read((queries) =>
          queries.selectFrom("ledger_audits").select("next_user").executeTakeFirstOrThrow(),
        );
        isRunning = next !== null;
      }
      show(`audit: ${slices} slices, ${((performance.now() - began) / 1000).toFixed(1)} s`);
      const faults = server.logs.filter(({ event }) => event === "ledger_fault");
      expect(faults.length).toBeGreaterThan(0);
      expect((performance.now() - began) / 1000 / slices).toBeLessThan(LIMIT);
    }, 3_600_000);
  },
  { sqlite: inLongRun },
);
