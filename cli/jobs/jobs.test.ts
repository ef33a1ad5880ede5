import { afterAll, beforeAll, expect, it } from "vitest";
import { cancelJob, failJob, MAX_FAILURES } from "#server/jobs/end-job.ts";
import { beatWorker } from "#server/jobs/worker-record.ts";
import { type JobAccount, addCredits, addJob, attemptOf } from "#server/testing/job-bench.ts";
import { run, runInTerminal } from "#tests/fixtures/run-toolkit.ts";
import { type TestApi, startTestApi } from "../account/test-api.ts";

let api: TestApi;
let account: JobAccount;
beforeAll(async () => {
  api = await startTestApi();
  const { user_info: user, token } = await api.addUser("mira@example.org", "a password of mine");
  account = { userId: user.user_id, token };
  await addCredits(api, account.userId, 200);
});
afterAll(() => api.close());

const jobs = (...argv: readonly string[]) =>
  run(api.root, ["jobs", ...argv], { TOOLKIT_API: api.url });

it("CLI-16 lists jobs of all accounts, cancels them, and starts dead letters again", async () => {
  const [first, second] = [await addJob(api, account), await addJob(api, account)];
  const listed = await jobs();
  const lines = listed.out.trimEnd().split("\n");
  expect(lines.map((line) => line.split("\t").at(-1))).toEqual([second.id, first.id]);
  expect(listed.out).not.toContain(account.userId);

  expect(await jobs("cancel", second.id)).toMatchObject({
    code: 0,
    out: `${second.id}\tcanceled\n`,
  });
  expect((await jobs("cancel", "none")).code).toBe(1);

  for (let failures = 1; failures <= MAX_FAILURES; failures++) {
    api.setClock(failures * 600);
    const job = await api.deps.jobQueue.take("cpu");
    await failJob(api.deps, attemptOf(job!), "crashed");
  }
  const failed = await jobs("--state", "failed", "--json");
  expect(JSON.parse(failed.out)).toMatchObject({
    more: false,
    list: [{ id: first.id, fault: "crashed", failures: MAX_FAILURES }],
  });
  expect(JSON.parse((await jobs("redrive", "--json")).out)).toEqual({ redriven: 1 });
  expect(JSON.parse((await jobs("queue", "--json")).out)).toMatchObject({
    counts: [
      { pool: "cpu", state: "canceled", count: 1 },
      { pool: "cpu", state: "queued", count: 1 },
    ],
  });
  await beatWorker(api.deps, { id: "worker-1", pool: "cpu", slots: 2, running: 1, started_at: 0 });
  expect((await jobs("workers")).out).toMatch(/^worker-1\tworking\tcpu\t1\/2\t/);
  expect((await jobs("drain", "worker-1")).out).toBe("worker-1\tdraining\n");
  expect((await jobs("drain", "none")).code).toBe(1);
  const shown = await runInTerminal(api.root, ["jobs"], { TOOLKIT_API: api.url });
  expect(shown).toContain(first.id);
});

it("CLI-16 follows pages, and refuses a state that does not exist", async () => {
  const wrong = await jobs("--state", "lost");
  expect([wrong.code, wrong.err.includes("queued, running, done")]).toEqual([2, true]);
  for (let count = 0; count < 5; count++)
    for (const job of await Promise.all(Array.from({ length: 25 }, () => addJob(api, account))))
      await api.deps.db.write((tx) =>
        cancelJob(tx, api.deps, { userId: account.userId, id: job.id }),
      );
  const state = ["--state", "canceled", "--json"] as const;
  const first = JSON.parse((await jobs(...state)).out) as { list: object[]; more: boolean };
  expect([first.list.length, first.more]).toEqual([100, true]);
  const all = JSON.parse((await jobs(...state, "--all")).out) as { list: { id: string }[] };
  expect(new Set(all.list.map(({ id }) => id)).size).toBe(126);
});
