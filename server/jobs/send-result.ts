import { fileBody } from "../files/file-body.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { parseRange } from "../http/byte-range.ts";
import type { UserContext } from "../http/request-context.ts";
import { type StoredResult, openOutput } from "./job-files.ts";
import { readJob } from "./read-jobs.ts";

/**
 * An output of one of the user's jobs, or a range of it.
 * @throws {ApiFailure} not_found: there is no such job, or it has no such output
 */
export async function sendResult(
  { deps, request, user: { userId } }: UserContext,
  id: string,
  name: string,
): Promise<Response> {
  const job = await readJob(deps, { userId, id });
  const outputs = job.result === null ? [] : (JSON.parse(job.result) as StoredResult).outputs;
  const output = outputs.find((each) => each.name === name);
  if (job.state !== "done" || !output) throw new ApiFailure("not_found");
  const { bytes } = output;
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
  const result = await openOutput(deps, job, output, range ?? undefined);
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
