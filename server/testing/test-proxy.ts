import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import type { AnyCall, Envelope } from "#core/api/contract/call.ts";
import { register } from "#core/api/accounts/register.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import { solvePuzzle } from "#core/crypto/proof-of-work.ts";
import type { ServerProcess } from "./test-process.ts";

const PASSWORD = "a fine long sentence";

interface Answer extends Envelope {
  readonly status: number;
}

export interface TestProxy {
  readonly post: (at: AnyCall, body: object, options: { readonly from: string }) => Promise<Answer>;
  /** Registers an account like a browser, with a proof of work if one is required. */
  readonly registerFrom: (
    from: string,
  ) => Promise<{ readonly statuses: readonly number[]; readonly bits: readonly number[] }>;
  readonly close: () => void;
}

/** Sends requests of arbitrary clients to a server through a trusted proxy. */
export function createProxy(server: ServerProcess): TestProxy {
  const { port } = server;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 60 });
  const visitors = new http.Agent({ keepAlive: true });
  const post = (
    at: AnyCall,
    body: object,
    { from, through = agent }: { readonly from: string; readonly through?: http.Agent },
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const data = JSON.stringify(body);
      const headers = {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(data),
        "x-forwarded-for": from,
      };
      const options = { host: "127.0.0.1", port, path: at.path, method: "POST", headers };
      http
        .request({ ...options, agent: through }, (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (part: string) => (text += part));
          response.on("end", () =>
            resolve({ ...(JSON.parse(text) as Envelope), status: response.statusCode! }),
          );
        })
        .on("error", reject)
        .end(data);
    });
  /** Like a browser: retries with a proof of work if one is required. */
  const context = async (
    at: AnyCall,
    body: object,
    from: string,
  ): Promise<{ status: number; bits: readonly number[] }> => {
    const bits: number[] = [];
    let sent = body;
    for (;;) {
      const { status, key, params } = await post(at, sent, { from, through: visitors });
      if (key !== "proof_needed" || bits.length === 3) return { status, bits };
      bits.push(Number(params!["bits"]));
      const puzzle = { challenge: String(params!["challenge"]), bits: bits.at(-1)! };
      sent = { ...body, proof: await solvePuzzle(puzzle) };
    }
  };
  let count = 0;
  return {
    post,
    registerFrom: async (from) => {
      const email = `visitor${++count}@example.org`;
      const response = await context(register, { email, password: PASSWORD }, from);
      if (response.status !== 200) return { statuses: [response.status], bits: response.bits };
      const code = await codeFor(server, email);
      const made = await context(verifyCode, { email, code }, from);
      return { statuses: [response.status, made.status], bits: [...response.bits, ...made.bits] };
    },
    close: () => {
      agent.destroy();
      visitors.destroy();
    },
  };
}

/** The code that a server has sent to an address. */
async function codeFor({ root }: ServerProcess, to: string): Promise<string> {
  const outbox = path.join(root, ".toolkit/outbox");
  const others = new Set<string>();
  for (;;) {
    for (const file of fs.existsSync(outbox) ? fs.readdirSync(outbox) : []) {
      if (others.has(file)) continue;
      const text = fs.readFileSync(path.join(outbox, file), "utf8");
      const code = text.includes(`To: ${to}\r\n`) && /^Subject: .*?(\d{6})/m.exec(text)?.[1];
      if (code) return code;
      // A file that is still being written has no end of headers.
      if (text.includes("\r\n\r\n")) others.add(file);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
