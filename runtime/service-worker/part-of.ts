/**
 * The range of a cached response that a media player requests.
 * @param range header of the request; forms other than `bytes=first-last` get the whole response,
 *   as HTTP allows
 */
export async function partOf(whole: Response, range: string | null): Promise<Response> {
  const requested = /^bytes=(\d+)-(\d*)$/.exec(range ?? "");
  if (!requested) return whole;
  const bytes = await whole.blob();
  const first = Number(requested[1]);
  const end = requested[2] === "" ? bytes.size : Math.min(Number(requested[2]) + 1, bytes.size);
  const headers = new Headers(whole.headers);
  headers.set("accept-ranges", "bytes");
  if (first >= end) {
    headers.set("content-range", `bytes */${bytes.size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set("content-range", `bytes ${first}-${end - 1}/${bytes.size}`);
  headers.set("content-length", String(end - first));
  return new Response(bytes.slice(first, end), { status: 206, headers });
}
