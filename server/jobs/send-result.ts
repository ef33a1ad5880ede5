import type { JobResult } from "#core/jobs/server-task.ts";
import { fileBody } from "../files/file-body.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { parseRange } from "../http/byte-range.ts";
import type { UserContext } from "../http/request-context.ts";
import { openResult } from "./job-files.ts";
import { readJob } from "./read-jobs.ts";

/**
 * The result of one of the user's jobs, or a range of it.
 * @throws {ApiFailure} not_found: there is no such job, or it has no result
 */
export async function sendResult(
  { deps, request, user: { userId } }: UserContext,
  id: string,
): Promise<Response> {
  const job = await readJob(deps, { userId, id });
  if (job.state !== "done" || job.result === null) throw new ApiFailure("not_found");
  const { bytes } = JSON.parse(job.result) as JobResult;
  const headers = {
    "Accept-Ranges": "bytes",
    "Cache-Control": "no-store",
    "Content-Disposition": "attachment",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Content-Type": "application/octet-stream",
  };
  const range = parseRange(request.headers.get("range"), bytes);
  if (range === "none")
    return new Response(null, {
      status: 416,
      headers: { ...headers, "Content-Range": `bytes */${bytes}` },
    });
  const result = await openResult(deps, { userId, id, attempt: job.attempt }, range ?? undefined);
  if (!result) throw new ApiFailure("not_found");
  const stream = fileBody(deps, result);
  if (!range)
    return new Response(stream, { headers: { ...headers, "Content-Length": `${bytes}` } });
  const { start, end } = range;
  return new Response(stream, {
    status: 206,
    headers: {
      ...headers,
      "Content-Length": String(end - start + 1),
      "Content-Range": `bytes ${start}-${end}/${bytes}`,
    },
  });
}
