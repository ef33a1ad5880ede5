import type { AnyCall, RequestOf } from "#core/api/contract/call.ts";
import { solvePuzzle } from "#core/crypto/proof-of-work.ts";
import type { TestResponse, TestServer } from "./test-server.ts";

/** Makes a call like a browser: retries it with a proof of work if one is required. */
export async function callProven<C extends AnyCall>(
  server: Pick<TestServer, "call">,
  call: C,
  request: RequestOf<C>,
  client: string,
): Promise<{ readonly response: TestResponse<C>; readonly bits: readonly number[] }> {
  const bits: number[] = [];
  let sent = request;
  for (;;) {
    const answer = await server.call(call, sent, { client });
    if (answer.key !== "proof_needed" || bits.length === 3) return { response: answer, bits };
    const puzzle = {
      challenge: String(answer.params!["challenge"]),
      bits: Number(answer.params!["bits"]),
    };
    bits.push(puzzle.bits);
    sent = { ...(request as object), proof: await solvePuzzle(puzzle) } as RequestOf<C>;
  }
}
