import type { HostedTranscript } from "../../core/hosted/transcript.ts";
import { HOSTED_PIECE, HOSTED_RATE } from "../../core/hosted/transcript.ts";
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
/** Part of a job's length from which on its credits are taken, whatever becomes of the rest. */
const TAKEN_FROM = 0.5;
/** Jobs whose seconds are held. */
const MOST_JOBS = 10_000;

/** Seconds that jobs have had written down in this process. */
export type HostedSeconds = Map<string, number>;

function note(spent: HostedSeconds, usageId: string, seconds: number): number {
  const all = (spent.get(usageId) ?? 0) + seconds;
  spent.delete(usageId);
  spent.set(usageId, all);
  if (spent.size > MOST_JOBS) spent.delete(spent.keys().next().value!);
  return all;
}

/** Length of a job of this user, whose credits are held or taken. @throws {ApiFailure} not_found, usage_closed */
async function lengthOf({ db }: Deps, userId: string, usageId: string): Promise<number> {
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
  const usageId = query.get("usage_id") ?? "";
  const language = /^[a-z]{2,3}$/.exec(query.get("language") ?? "")?.[0] ?? null;
  const length = await lengthOf(deps, userId, usageId);
  const leave = deps.uploads.take(userId);
  if (!leave) throw new ApiFailure("too_many_tries", { retryAfter: 30 });
  try {
    const body = await readBody(request, PIECE_LIMIT);
    const wav = new Uint8Array(body);
    const seconds = wavSeconds(wav);
    if (seconds === null) throw new ApiFailure("invalid_request", { status: 415 });
    const before = deps.hostedSeconds.get(usageId) ?? 0;
    if (before + seconds > length + MARGIN) throw new ApiFailure("invalid_request");
    note(deps.hostedSeconds, usageId, seconds);
    try {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIME)]);
      const written = await transcription.transcribe(wav, { language, signal });
      if (before + seconds >= TAKEN_FROM * length)
        await deps.db.write((tx) => settleJob(tx, deps, { userId, usageId }));
      return written;
    } catch (error) {
      note(deps.hostedSeconds, usageId, -seconds);
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
