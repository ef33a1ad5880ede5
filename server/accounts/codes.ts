import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { CODE } from "#core/api/contract/shapes.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Codes } from "../db/schema/accounts.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";

type CodeDeps = Pick<Deps, "clock" | "random" | "ids" | "settings">;
type Purpose = Codes["purpose"];

/** The purpose and the address that a code is bound to. */
interface Lock {
  readonly purpose: Purpose;
  readonly address: string;
  readonly id: string;
}
const seal = (secret: string, { purpose, address, id }: Lock, code: string): string =>
  createHmac("sha256", secret).update(`code ${purpose} ${address} ${id} ${code}`).digest("hex");

/** The client that requests or enters a code. */
interface Requester {
  /** Network address in the form used for counting: see `clientKey`. */
  readonly client: string;
  /** The client's secret; undefined if the client sends none. */
  readonly verifier: string | undefined;
}

/**
 * Keyed hash that identifies a requester by its secret, or by its network address if there is no
 * secret.
 */
export const originOf = (
  { settings }: Pick<Deps, "settings">,
  { client, verifier }: Requester,
): string =>
  createHmac("sha256", settings.secret)
    .update(verifier === undefined ? `origin ${client}` : `verifier ${verifier}`)
    .digest("hex");

export interface NewCode {
  readonly purpose: Purpose;
  readonly address: string;
  readonly email: string;
  readonly locale: string;
  readonly passwordHash: string | null;
  /** Identifies the requester: see `originOf`. */
  readonly origin: string;
  /**
   * Whether the origin is insufficient proof that the password belongs to the client that enters
   * the code.
   */
  readonly isContested: boolean;
}

/**
 * Creates a code that replaces the requester's earlier one; codes of other requesters remain valid.
 * Unknown addresses get codes, too, because the response to an entered code must not reveal whether
 * an address has an account.
 */
export async function makeCode(
  tx: Tx,
  deps: CodeDeps,
  { passwordHash, isContested, ...request }: NewCode,
): Promise<string> {
  const now = deps.clock();
  const code = String(deps.random.integer(10 ** CODE.digits)).padStart(CODE.digits, "0");
  const id = deps.ids();
  const { purpose, address } = request;
  const values = {
    ...request,
    id,
    code_hash: seal(deps.settings.secret, { purpose, address, id }, code),
    password_hash: passwordHash,
    attempts: 0,
    strange_attempts: 0,
    contested: isContested ? 1 : 0,
    sent_at: now,
    expires_at: now + CODE.seconds * 1000,
  };
  await tx
    .insertInto("codes")
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(["address", "purpose", "origin"]).doUpdateSet(values),
    )
    .execute();
  return code;
}

interface EnteredCode extends Omit<Lock, "id">, Pick<NewCode, "origin"> {
  readonly code: string;
}

interface CorrectCode {
  readonly code: Codes;
  /** The requester's own valid code, which may differ from the entered one. */
  readonly own: Codes | undefined;
}

/** Removes all codes for a purpose and an address. */
export async function removeCodes(tx: Tx, { purpose, address }: Omit<Lock, "id">): Promise<void> {
  await tx
    .deleteFrom("codes")
    .where("address", "=", address)
    .where("purpose", "=", purpose)
    .execute();
}

/**
 * Checks a code, no matter which client requested it: the code was sent to the owner of the
 * address. Each entry counts as an attempt, so commit the transaction whatever the result. Attempts
 * by the requester of a code are counted separately, so that other clients cannot use them up.
 * @returns an error for an incorrect code: code_expired, code_used_up, code_wrong
 */
export async function enterCode(
  tx: Tx,
  { clock, settings }: Pick<CodeDeps, "clock" | "settings">,
  { purpose, address, origin, code }: EnteredCode,
): Promise<CorrectCode | ApiFailure> {
  const now = clock();
  const rows = await tx
    .updateTable("codes")
    .set({
      attempts: sql`attempts + case when origin = ${origin} then 1 else 0 end`,
      strange_attempts: sql`strange_attempts + case when origin = ${origin} then 0 else 1 end`,
    })
    .where("address", "=", address)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .returningAll()
    .execute();
  if (rows.length === 0) return new ApiFailure("code_expired");
  const own = rows.find((row) => row.origin === origin);
  const leftOf = (row: Codes): number =>
    CODE.attempts - (row === own ? row.attempts : row.strange_attempts);
  const isRight = (row: Codes): boolean => {
    const given = Buffer.from(seal(settings.secret, { purpose, address, id: row.id }, code));
    return timingSafeEqual(given, Buffer.from(row.code_hash));
  };
  const [right] = rows.filter((row) => leftOf(row) >= 0).filter(isRight);
  if (!right) {
    const count = own ? leftOf(own) : Math.max(...rows.map(leftOf));
    return count > 0
      ? new ApiFailure("code_wrong", { params: { count } })
      : new ApiFailure("code_used_up");
  }
  return { code: right, own };
}
