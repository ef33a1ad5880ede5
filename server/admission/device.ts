import { createHmac, timingSafeEqual } from "node:crypto";
import { FACTS } from "#core/facts/facts.ts";
import type { Queries, Tx } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { countIn } from "./limits.ts";

/** Milliseconds for which a device remains known. */
const KNOWN_FOR = FACTS.loginDays * 86_400_000;
const SIGNS = 22;

/** The account that a device token is valid for, until its password or second factor changes. */
interface Account {
  readonly id: string;
  readonly security_stamp: number;
}

const sealOf = (
  { settings }: Pick<Deps, "settings">,
  { id, security_stamp: stamp }: Account,
  front: string,
): string =>
  createHmac("sha256", settings.secret)
    .update(`device ${id} ${stamp} ${front}`)
    .digest("base64url")
    .slice(0, SIGNS);

const ACCOUNT = ["users.id", "users.security_stamp"] as const;

/**
 * Issues the token that distinguishes a known device from strangers at the next sign-in. The token
 * grants no access and contains no personal data. A valid token is renewed; the number of new
 * tokens for an account per day is limited.
 * @param shown the token that the device has sent
 * @returns undefined if too many have been issued
 */
export async function issueDevice(
  tx: Tx,
  deps: Deps,
  userId: string,
  shown?: string,
): Promise<{ readonly device?: string }> {
  const account = await tx
    .selectFrom("users")
    .select(ACCOUNT)
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  let id = readDevice(deps, account, shown);
  if (id === null) {
    const { wait } = await countIn(tx, deps, [["newDevice", userId]]);
    if (wait > 0) return {};
    id = deps.random.bytes(12).toString("base64url");
  }
  const front = `${(deps.clock() + KNOWN_FOR).toString(36)}.${id}`;
  return { device: `${front}.${sealOf(deps, account, front)}` };
}

export async function revokeDevices(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("users")
    .set((fields) => ({ security_stamp: fields("security_stamp", "+", 1) }))
    .where("id", "=", userId)
    .execute();
}

/**
 * @returns the id of a device that has been used with the account of an address; null for other
 *   devices
 */
export async function findDevice(
  queries: Queries,
  deps: Pick<Deps, "clock" | "settings">,
  address: string,
  token: string | undefined,
): Promise<string | null> {
  if (token === undefined) return null;
  const account = await queries
    .selectFrom("addresses")
    .innerJoin("users", "users.id", "addresses.user_id")
    .select(ACCOUNT)
    .where("addresses.address", "=", address)
    .executeTakeFirst();
  return account ? readDevice(deps, account, token) : null;
}

function readDevice(
  deps: Pick<Deps, "clock" | "settings">,
  account: Account,
  token: string | undefined,
): string | null {
  const [until = "", id = "", seal = "", ...rest] = token?.split(".") ?? [];
  if (rest.length > 0) return null;
  const expected = Buffer.from(sealOf(deps, account, `${until}.${id}`));
  const given = Buffer.from(seal);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Number.parseInt(until, 36) > deps.clock() ? id : null;
}
