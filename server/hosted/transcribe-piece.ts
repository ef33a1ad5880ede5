import type { HostedTranscript } from "../../core/hosted/transcript.ts";
import { HOSTED_PIECE, HOSTED_RATE, HOSTED_TAKEN_FROM } from "../../core/hosted/transcript.ts";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { readBody } from "../http/body.ts";
import type { UserContext } from "../http/request-context.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { settleJob } from "../usage/job.ts";
import { wavSeconds } from "./wav-seconds.ts";

/** Bytes of a piece at most: 16 bits a sample, and its head. */
export const PIECE_LIMIT = 2 * HOSTED_RATE * (HOSTED_PIECE + 1) + 1024;
/** Milliseconds in which the model has to answer. */
const TIME = 280_000;
/** Seconds that a job may send beyond its length: ends of pieces. */
const MARGIN = 5;
const millisecondsOf = (seconds: number): number => Math.round(seconds * 1000);

/** Length of a job of this user, whose credits are held or taken. @throws {ApiFailure} not_found, usage_closed */
async function lengthOf({ db }: Deps, { userId, usageId }: Job): Promise<number> {
  const usage = await db.read((queries) =>
    queries
      .selectFrom("usages")
      .select(["state", "milliseconds"])
      .where("user_id", "=", userId)
      .where("id", "=", usageId)
      .executeTakeFirst(),
  );
  if (!usage) throw new ApiFailure("not_found");
  if (usage.state === "refunded") throw new ApiFailure("usage_closed");
  return usage.milliseconds / 1000;
}

interface Job {
  readonly userId: string;
  readonly usageId: string;
}

/**
 * Counts seconds of a job, of all that it has left in all processes.
 * @returns seconds with these. @throws {ApiFailure} invalid_request: it has no such many left
 */
async function spend({ db }: Deps, { userId, usageId }: Job, seconds: number): Promise<number> {
  const own = millisecondsOf(seconds);
  const margin = MARGIN * 1000;
  const spent = await db.write((tx) =>
    tx
      .updateTable("usages")
      .set((fields) => ({ hosted_milliseconds: fields("hosted_milliseconds", "+", own) }))
      .where("user_id", "=", userId)
      .where("id", "=", usageId)
      .where("state", "!=", "refunded")
      .where(({ eb }) =>
        eb(eb("hosted_milliseconds", "+", own), "<=", eb("milliseconds", "+", margin)),
      )
      .returning("hosted_milliseconds")
      .executeTakeFirst(),
  );
  if (!spent) throw new ApiFailure("invalid_request");
  return spent.hosted_milliseconds / 1000;
}

/** What failed does not count. */
const giveBack = ({ db }: Deps, { userId, usageId }: Job, seconds: number): Promise<unknown> =>
  db.write((tx) =>
    tx
      .updateTable("usages")
      .set((fields) => ({
        hosted_milliseconds: fields("hosted_milliseconds", "-", millisecondsOf(seconds)),
      }))
      .where("user_id", "=", userId)
      .where("id", "=", usageId)
      .execute(),
  );

/**
 * Has a piece of a recording written down, for a job that has paid for its length.
 * @throws {ApiFailure} not_found: no model, or no such job; usage_closed; invalid_request: no such sound, or
 *   more of it than was paid for; too_large, too_many_tries, unavailable
 */
export async function transcribePiece(context: UserContext): Promise<HostedTranscript> {
  const { deps, request, user } = context;
  const { userId } = user;
  const { transcription } = deps.hosted;
  if (!transcription) throw new ApiFailure("not_found");
  const query = new URL(request.url).searchParams;
  const job = { userId, usageId: query.get("usage_id") ?? "" };
  const language = /^[a-z]{2,3}$/.exec(query.get("language") ?? "")?.[0] ?? null;
  const length = await lengthOf(deps, job);
  const leave = deps.uploads.take(userId);
  if (!leave) throw new ApiFailure("too_many_tries", { retryAfter: 30 });
  try {
    const body = await readBody(request, PIECE_LIMIT);
    const wav = new Uint8Array(body);
    const seconds = wavSeconds(wav);
    if (seconds === null) throw new ApiFailure("invalid_request", { status: 415 });
    const spent = await spend(deps, job, seconds);
    try {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIME)]);
      const written = await transcription.transcribe(wav, { language, signal });
      if (spent >= HOSTED_TAKEN_FROM * length)
        await deps.db.write((tx) => settleJob(tx, deps, job));
      return written;
    } catch (error) {
      await giveBack(deps, job, seconds);
      throw error;
    }
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    if (!(error instanceof HostedError) && !isTimeout(error)) throw error;
    deps.log("warn", "hosted_model_failed", describeError(error));
    const after = error instanceof HostedError ? error.retryAfter : null;
    throw new ApiFailure("unavailable", { retryAfter: after ?? 60 });
  } finally {
    leave();
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "TimeoutError";
