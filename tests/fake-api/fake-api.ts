import type { IncomingMessage, ServerResponse } from "node:http";
import type { CostType } from "#core/credits/credits.ts";
import { type Seen, answerCall } from "./calls.ts";
import { type Fault, createFaults } from "./faults.ts";
import { createIdempotency } from "./idempotency.ts";
import { completeOrder } from "./purchases.ts";
import { type Batch, answerRaw } from "./raw.ts";
import { answerSound } from "./sounds.ts";
import {
  type Account,
  type Offers,
  type Purse,
  type Source,
  type World,
  addAccount,
  createWorld,
  issueToken,
} from "./world.ts";

const OWN = /^\/(audio\/api|igweb\/api)\//;

export interface FakeApiOptions {
  /** Epoch milliseconds; the clock of this machine when it is missing. */
  readonly now?: () => number;
  readonly offers?: Offers;
  /** How each tool costs, by slug; type 1 where it is not named. */
  readonly costs?: Readonly<Record<string, CostType>>;
  /** What is behind links, by address. */
  readonly sources?: Readonly<Record<string, Source>>;
  /** Articles behind links, by address. */
  readonly articles?: World["articles"];
  /** Answers `/languages.json`; without it the site's own file does. */
  readonly languages?: unknown;
}

export interface FakeApi {
  /** For the `api` option of a preview server. Returns false if it does not handle the request. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** Makes an account, with credits, that can log in. */
  readonly addAccount: (
    email: string,
    password: string,
    purse?: Partial<Purse> & { readonly lastClaim?: number },
  ) => Account;
  readonly account: (email: string) => Account | undefined;
  /** Signs an account in. Returns its token. */
  readonly signIn: (email: string) => string;
  /** Ends all tokens of an account. */
  readonly signOut: (email: string) => void;
  /** The code that was sent to an address; null where none lets it in. */
  readonly codeOf: (kind: "register" | "reset", email: string) => string | null;
  /** What the payment provider reports of an order. */
  readonly complete: (orderId: string, isPaid?: boolean) => void;
  /** Puts the clock forward. */
  readonly advance: (seconds: number) => void;
  readonly fail: (fault: Fault) => void;
  /** Takes back faults that have not been met. */
  readonly heal: () => void;
  readonly requests: readonly Seen[];
  /** Batches of usage events, in the order in which they came. */
  readonly batches: readonly Batch[];
}

/** The server of the contract, in memory. */
export function createFakeApi(options: FakeApiOptions = {}): FakeApi {
  const { now: clock = Date.now } = options;
  let ahead = 0;
  const now = (): number => Math.floor(clock() / 1000) + ahead;
  const world = createWorld({ ...options, now });
  const faults = createFaults();
  const idempotency = createIdempotency(now);
  const requests: Seen[] = [];
  const server = { world, faults, idempotency, requests };
  const batches: Batch[] = [];

  return {
    async handle(request, response) {
      const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "localhost"}`);
      if (await answerSound(request, response, url, world)) return true;
      if (OWN.test(url.pathname) && !url.pathname.endsWith("/download/stream")) {
        await answerCall(server, request, response, url);
        return true;
      }
      const state = { world, batches, languages: options.languages ?? null };
      return answerRaw(request, response, url, { ...state, served: () => requests.length });
    },
    addAccount(email, password, { lastClaim = 0, ...purse } = {}) {
      const account = addAccount(world, email, password);
      Object.assign(account.purse, purse);
      account.lastClaim = lastClaim;
      return account;
    },
    account: (email) => world.accounts.get(email),
    signIn: (email) => issueToken(world, world.accounts.get(email)!),
    signOut(email) {
      for (const [token, owner] of world.tokens) if (owner === email) world.tokens.delete(token);
    },
    codeOf: (kind, email) => world.pending[kind].get(email)?.code ?? null,
    complete(orderId, isPaid = true) {
      for (const account of world.accounts.values())
        if (account.orders.some(({ id }) => id === orderId))
          completeOrder(world, account, orderId, isPaid);
    },
    advance(seconds) {
      ahead += seconds;
    },
    fail: faults.add,
    heal: faults.clear,
    requests,
    batches,
  };
}
