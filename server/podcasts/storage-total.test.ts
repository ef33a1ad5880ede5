import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { deletePodcast } from "#core/api/podcasts/delete-podcast.ts";
import { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { uploadPodcastAudio } from "#core/api/podcasts/upload-podcast-audio.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { createMemoryStore } from "../objects/memory-store.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { DAY, forgetLooseAudio } from "./audio.ts";
import { checkStorageTotal, watchStorageTotal } from "./storage-total.ts";

const password = "a walk by the river";

describeOnDatabases("the total of all audio", ({ engine, fresh }) => {
  let server: TestServer;
  const objects = createMemoryStore();
  beforeEach(async () => {
    server = await createTestServer(await fresh(), {
      objects: {
        ...objects,
        put: async (key, chunks, type) => {
          await objects.put(key, chunks, type);
          if (fails) throw new Error("The store is gone");
        },
      },
    });
  });
  afterEach(() => server.close());
  let fails = false;

  /** @param announced whether the request declares its length */
  async function upload(token: string, size: number, announced: boolean) {
    const bytes = Buffer.concat([Buffer.from("ID3"), Buffer.alloc(size - 3, 7)]);
    const response = await server.app.fetch(
      new Request(`https://api.example${uploadPodcastAudio.path}`, {
        method: "POST",
        headers: {
          authorization: token,
          "content-type": "audio/mpeg",
          ...(announced && { "content-length": String(size) }),
        },
        body: new Blob([bytes]).stream(),
        duplex: "half",
      } as RequestInit),
    );
    const { data } = (await response.json()) as { data: { audio_url: string } | null };
    return data?.audio_url ?? null;
  }
  const totals = () =>
    server.deps.db.read(async (queries) => {
      const { rows } = await sql<{ counted: number; stored: number }>`select bytes as counted,
        (select coalesce(sum(size), 0) from podcast_audio) as stored from storage_totals where kind = 'podcast_audio'`.execute(
        queries,
      );
      return { counted: Number(rows[0]!.counted), stored: Number(rows[0]!.stored) };
    });

  it("API-17 is the sum of the files after whatever has been done, in whatever order", async () => {
    const owners = await Promise.all(
      Array.from({ length: 3 }, (_, n) => server.addUser(`u${n}@example.org`, password)),
    );
    const uploads: { token: string; url: string; id?: string }[] = [];
    const random = (below: number): number => Math.floor(Math.random() * below);
    for (let step = 0; step < 60; step++) {
      const owner = owners[random(owners.length)]!;
      const action = random(6);
      if (action < 3) {
        fails = action === 2;
        const url = await upload(owner.token, 1000 + random(9000), random(2) === 0);
        fails = false;
        if (url !== null) uploads.push({ token: owner.token, url });
      } else if (action === 3) {
        const loose = uploads.find(({ id }) => id === undefined);
        if (!loose) continue;
        const podcast = {
          title: "Bees",
          language: "en",
          duration: 3,
          audio_url: loose.url,
          transcript: [],
        };
        const { data } = await server.call(savePodcast, podcast, { token: loose.token });
        loose.id = data?.id;
      } else if (action === 4) {
        const shared = uploads.find(({ id }) => id !== undefined);
        if (!shared) continue;
        await server.call(deletePodcast, { id: shared.id! }, { token: shared.token });
        uploads.splice(uploads.indexOf(shared), 1);
      } else if (random(4) === 0) {
        server.advance(DAY);
        await forgetLooseAudio(server.deps, async () => true);
        uploads.splice(0, uploads.length, ...uploads.filter(({ id }) => id !== undefined));
      }
      const { counted, stored } = await totals();
      expect(counted).toBe(stored);
    }
    await upload(owners[0]!.token, 5000, true);
    for (const { token } of owners) await server.call(cancelAccount, { password }, { token });
    expect(await totals()).toEqual({ counted: 0, stored: 0 });
  }, 60_000);

  it("API-17 is corrected and logged if files were changed manually", async () => {
    const kind = "podcast_audio";
    const { token } = await server.addUser();
    await upload(token, 4000, true);
    await checkStorageTotal(server.deps, "podcast_audio");
    const corrected = () =>
      server.logs
        .filter(({ event }) => event === "storage_total_corrected")
        .map((one) => one.values);
    expect(corrected()).toEqual([]);
    await server.deps.db.write((tx) =>
      tx.updateTable("podcast_audio").set({ size: 7000 }).execute(),
    );
    await checkStorageTotal(server.deps, "podcast_audio");
    expect(corrected()).toEqual([{ kind, by: 3000 }]);
    await watchStorageTotal(server.deps);
    const change = (size: number) =>
      server.deps.db.write((tx) => tx.updateTable("podcast_audio").set({ size }).execute());
    // Each check reads the sizes of all files, so it runs once a day.
    await change(8000);
    server.advance(DAY - 1);
    await watchStorageTotal(server.deps);
    expect(corrected()).toHaveLength(1);
    server.advance(1);
    await watchStorageTotal(server.deps);
    expect(corrected()).toEqual([
      { kind, by: 3000 },
      { kind, by: 1000 },
    ]);
    await change(7000);
    await checkStorageTotal(server.deps, "podcast_audio");
    expect(await totals()).toEqual({ counted: 7000, stored: 7000 });
  });

  it("API-17 costs an upload the same with 300,000 files of others as with none", async () => {
    const { token } = await server.addUser();
    Object.assign(server.deps.settings, { uploadBytes: 2 ** 50 });
    const best = async (): Promise<number> => {
      let minMs = Infinity;
      for (let tries = 0; tries < 9; tries++) {
        const from = performance.now();
        expect(await upload(token, 1000, true)).not.toBeNull();
        minMs = Math.min(minMs, performance.now() - from);
      }
      return minMs;
    };
    const alone = await best();
    const numbers =
      engine === "sqlite"
        ? sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select i from n) n`
        : sql`generate_series(1, 300000) n(i)`;
    await server.deps.db.write(async (tx) => {
      if (engine === "postgres") await sql`set local statement_timeout = 0`.execute(tx);
      await sql`insert into podcast_audio (id, user_id, type, size, podcast_id, created_at)
        select 'a' || i, 'u' || (i / 3), 'audio/mpeg', 1000, 'p' || i, 0 from ${numbers}`.execute(
        tx,
      );
      if (engine === "postgres") await sql`analyze podcast_audio`.execute(tx);
    });
    await checkStorageTotal(server.deps, "podcast_audio");
    expect((await totals()).counted).toBeGreaterThan(3e8);
    // A sum over all files would take more than ten times as long.
    expect((await best()) / alone).toBeLessThan(6);
  }, 120_000);
});
