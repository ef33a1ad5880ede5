import { fileBody } from "../files/file-body.ts";
import { findFile, readFile } from "../files/read-file.ts";
import { parseRange } from "../http/byte-range.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { UserContext } from "../http/request-context.ts";

/**
 * Sends a complete file of the account, or a range of it.
 * @throws {ApiFailure} not_found
 */
export async function sendFile(
  { deps, request, user }: UserContext,
  id: string,
): Promise<Response> {
  const file = await findFile(deps, user.userId, id);
  if (!file || file.state !== "complete" || file.expires_at <= deps.clock())
    throw new ApiFailure("not_found");
  const headers = {
    "Accept-Ranges": "bytes",
    "Content-Disposition": "attachment",
    "Content-Type": "application/octet-stream",
  };
  const { bytes } = file;
  const range = parseRange(request.headers.get("range"), bytes);
  if (range === "none")
    return new Response(null, {
      status: 416,
      headers: { ...headers, "Content-Range": `bytes */${bytes}` },
    });
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  return new Response(fileBody(deps, readFile(deps, file, { start, end })), {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      "Content-Length": String(end - start + 1),
      ...(range && { "Content-Range": `bytes ${start}-${end}/${bytes}` }),
    },
  });
}
