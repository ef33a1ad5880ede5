import { getBalance } from "#core/api/credits/get-balance.ts";
import type { AnyCall } from "#core/api/contract/call.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { getUsagePage } from "#core/api/usage/usage-page.ts";
import type { Caller } from "./load.ts";
import type { BenchUser } from "./seed.ts";

let keys = 0;

/** The bytes of a call. */
function bytesOf({ method, path, idempotent }: AnyCall, token: string, body?: object): Buffer {
  const json = body === undefined ? "" : JSON.stringify(body);
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: api.example\r\nAuthorization: ${token}\r\n` +
      (idempotent ? `Idempotency-Key: bench-${process.pid}-${++keys}\r\n` : "") +
      (body === undefined
        ? "\r\n"
        : `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`),
  );
}

const HELLO = Buffer.from("GET /hello HTTP/1.1\r\nHost: api.example\r\n\r\n");
export const hello = (): Caller => ({ next: () => HELLO });

export function balance({ token }: BenchUser): Caller {
  const bytes = bytesOf(getBalance, token);
  return { next: () => bytes };
}

/** A job's reservation, then its end, and again. */
export function spend({ token }: BenchUser): Caller {
  let usage_id: string | null = null;
  return {
    next: (before) => {
      if (usage_id === null && before !== "")
        ({ usage_id } = (JSON.parse(before) as { data: { usage_id: string } }).data);
      else usage_id = null;
      return usage_id === null
        ? bytesOf(reserve, token, { tool: "cleaner", seconds: 61 })
        : bytesOf(settle, token, { usage_id });
    },
  };
}

/** A page of the history. @param page from 1 on */
export function history({ token }: BenchUser, page: number): Caller {
  const bytes = bytesOf(getUsagePage, token, { page, page_size: 20 });
  return { next: () => bytes };
}
