import type { ServerTask } from "#core/jobs/server-task.ts";
import type { Jobs } from "../db/schema/jobs.ts";
import { createJob } from "../jobs/create-job.ts";
import { finishJob } from "../jobs/end-job.ts";
import { storeOutput } from "../jobs/job-files.ts";
import { addUpload } from "./add-upload.ts";
import { grantCredits } from "../ledger/grant-credits.ts";
import { lockWallet } from "../ledger/wallet.ts";
import type { JobAttempt } from "../ports/job-queue.ts";
import type { TestServer } from "./test-server.ts";

export const TEST_TASK: ServerTask = { call: "run", effect: "volume", values: [], format: "wav16" };

/** Names the attempt of a job that was taken. */
export const attemptOf = ({ user_id: userId, id, attempt }: Jobs): JobAttempt => ({
  userId,
  id,
  attempt,
});

/** Ends a job that was taken, with one output. @returns the output as its owner sees it */
export async function finishWith(
  { deps }: Server,
  job: Jobs,
  bytes: Uint8Array,
  seconds = job.milliseconds_paid / 1000,
) {
  const file = await storeOutput(deps, attemptOf(job), [bytes]);
  const output = {
    name: "result",
    ending: "wav",
    bytes: bytes.length,
    sha256: "0".repeat(64),
    seconds,
  };
  await finishJob(deps, attemptOf(job), { seconds, result: { outputs: [{ ...output, file }] } });
  return output;
}

export interface JobAccount {
  readonly userId: string;
  readonly token: string;
}

type Server = Pick<TestServer, "deps">;

/** Gives an account credits. */
export const addCredits = ({ deps }: Server, userId: string, amount: number): Promise<void> =>
  deps.db.write(async (tx) => {
    await lockWallet(tx, userId);
    const sourceId = deps.ids();
    await grantCredits(tx, deps, { userId, bucket: "bought", amount, source: "support", sourceId });
  });

/** Adds an account with credits. @param plan whether it has a plan */
export async function addJobAccount(
  server: TestServer,
  credits: number,
  plan = false,
): Promise<JobAccount> {
  const user = await server.addUser();
  const { userId } = user;
  const { deps } = server;
  await addCredits(server, userId, credits);
  if (!plan) return user;
  await deps.db.write(async (tx) => {
    const now = deps.clock();
    await tx
      .insertInto("subscriptions")
      .values({
        user_id: userId,
        id: deps.ids(),
        plan_id: "basic",
        period: "monthly",
        status: "active",
        cancel_at_period_end: 0,
        period_start: now,
        period_end: now + 30 * 86_400_000,
        failures: 0,
        provider: "sandbox",
        provider_ref: null,
        created_at: now,
        ended_at: null,
        plan_name: "Basic",
        credits: 200,
        amount: 900,
        currency: "USD",
        cycle: 0,
        next_at: now + 30 * 86_400_000,
        new_amount: null,
        new_amount_cycle: null,
        new_amount_sent: 0,
      })
      .execute();
  });
  return user;
}

/** Creates a job of an account, with an input of its own. */
export async function addJob(
  { deps }: Server,
  { userId }: Pick<JobAccount, "userId">,
  {
    seconds = 60,
    cost = 1,
    pool = "cpu",
    task = TEST_TASK,
    bytes = Buffer.from("input") as Uint8Array,
  } = {},
): Promise<Jobs> {
  const upload = await addUpload(deps, userId, bytes);
  return await deps.db.write((tx) =>
    createJob(tx, deps, {
      userId,
      tool: "cleaner",
      task,
      upload,
      pool,
      seconds,
      cost,
    }),
  );
}
