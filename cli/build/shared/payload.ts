/** The payload beside a page's HTML; error pages have none. */
export const payloadOf = (out: string): string | null =>
  out.endsWith("index.html") ? `${out.slice(0, -"index.html".length)}_payload.json` : null;
