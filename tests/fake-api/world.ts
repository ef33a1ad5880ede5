import { randomUUID } from "node:crypto";
import type { z } from "zod/mini";
import type { ResponseOf } from "#core/api/contract/call.ts";
import type { readArticle } from "#core/api/downloads/read-article.ts";
import type { podcast, Subscription } from "#core/api/contract/shapes.ts";
import type { CostType } from "#core/credits/credits.ts";

/** Credits by where they come from; they are spent in this order. */
export interface Purse {
  free: number;
  plan: number;
  bought: number;
}

export interface Usage {
  readonly id: string;
  readonly tool: string;
  readonly seconds: number;
  readonly cost: number;
  readonly hash: string | null;
  /** What was taken from where. */
  readonly from: Purse;
  /** Epoch seconds. */
  readonly created: number;
  state: "reserved" | "settled" | "refunded";
  /** Deleted from the history; the ledger keeps it. */
  hidden: boolean;
}

export interface Order {
  readonly id: string;
  readonly planId: string;
  readonly name: string;
  readonly amount: number;
  /** Epoch seconds. */
  readonly created: number;
  status: "pending" | "paid" | "failed" | "refunded";
  noted: boolean;
}

export interface Account {
  readonly id: string;
  readonly email: string;
  password: string;
  readonly purse: Purse;
  /** Epoch seconds; 0 before the first claim. */
  lastClaim: number;
  claims: number;
  giftTaken: boolean;
  sendsEmail: number;
  subscription: Subscription | null;
  customer: string;
  usages: Usage[];
  readonly orders: Order[];
  /** Ids of those that were shared. */
  readonly podcasts: string[];
  /** Epoch seconds. */
  readonly created: number;
}

/** A code that was sent, or seemed to be. */
export interface Pending {
  /** Null if no account can log in. */
  readonly code: string | null;
  readonly password: string | null;
  /** Secret of the client that asked. */
  readonly verifier: string | undefined;
  /** Epoch seconds. */
  readonly sent: number;
  attempts: number;
}

/** What is behind a link. */
export interface Source {
  readonly title: string;
  readonly duration: number | null;
  readonly formats: readonly {
    readonly id: string;
    readonly type: string;
    readonly body: Buffer;
  }[];
}

export interface Offers {
  readonly currency: string;
  readonly dailyCredits: number;
  readonly giftCredits: number;
  readonly plans: readonly {
    readonly id: string;
    readonly name: string;
    readonly credits: number;
    readonly monthly: number;
    readonly yearly: number;
  }[];
  readonly packs: readonly {
    readonly id: string;
    readonly credits: number;
    readonly price: number;
  }[];
}

/** All that the server knows. */
export interface World {
  /** Epoch seconds, whole. */
  readonly now: () => number;
  readonly offers: Offers;
  /** How each tool costs, by slug; type 1 where it is not named. */
  readonly costs: Readonly<Record<string, CostType>>;
  readonly sources: Readonly<Record<string, Source>>;
  /** Articles by their addresses. */
  readonly articles: Readonly<Record<string, ResponseOf<typeof readArticle>>>;
  readonly accounts: Map<string, Account>;
  /** Address by token. */
  readonly tokens: Map<string, string>;
  readonly pending: {
    readonly register: Map<string, Pending>;
    readonly reset: Map<string, Pending>;
  };
  /** Epoch seconds of failed logins, by address. */
  readonly failures: Map<string, number[]>;
  /** Runs of accounts that are gone. */
  readonly anonymous: Usage[];
  readonly podcasts: Map<string, z.output<typeof podcast>>;
  /** Audio of podcasts. */
  readonly sounds: Map<string, { readonly type: string; readonly body: Buffer }>;
  /** Source and format by ticket. */
  readonly tickets: Map<
    string,
    { readonly source: Source; readonly format: string; until: number }
  >;
  /** Makes ids that follow each other: `u1`, `u2`. */
  readonly nextId: (prefix: string) => string;
}

export const OFFERS: Offers = {
  currency: "USD",
  dailyCredits: 3,
  giftCredits: 5,
  plans: [
    { id: "basic", name: "Basic", credits: 200, monthly: 9, yearly: 90 },
    { id: "pro", name: "Pro", credits: 800, monthly: 24, yearly: 240 },
  ],
  packs: [
    { id: "pack-60", credits: 60, price: 6 },
    { id: "pack-200", credits: 200, price: 15 },
    { id: "pack-600", credits: 600, price: 36 },
  ],
};

export function createWorld({
  now,
  offers = OFFERS,
  costs = {},
  sources = {},
  articles = {},
}: {
  readonly now: () => number;
  readonly offers?: Offers;
  readonly costs?: Readonly<Record<string, CostType>>;
  readonly sources?: Readonly<Record<string, Source>>;
  readonly articles?: World["articles"];
}): World {
  const counts: Record<string, number> = {};
  return {
    now,
    offers,
    costs,
    sources,
    articles,
    accounts: new Map(),
    tokens: new Map(),
    pending: { register: new Map(), reset: new Map() },
    failures: new Map(),
    anonymous: [],
    podcasts: new Map(),
    sounds: new Map(),
    tickets: new Map(),
    nextId: (prefix) => `${prefix}${(counts[prefix] = (counts[prefix] ?? 0) + 1)}`,
  };
}

export function addAccount(world: World, email: string, password: string): Account {
  const account: Account = {
    id: world.nextId("u"),
    email,
    password,
    purse: { free: 0, plan: 0, bought: 0 },
    lastClaim: 0,
    claims: 0,
    giftTaken: false,
    sendsEmail: 0,
    subscription: null,
    customer: "",
    usages: [],
    orders: [],
    podcasts: [],
    created: world.now(),
  };
  world.accounts.set(email, account);
  return account;
}

export function issueToken(world: World, { email }: Account): string {
  const token = randomUUID();
  world.tokens.set(token, email);
  return token;
}
