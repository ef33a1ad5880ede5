import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { CODE } from "../../core/api/contract/shapes.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Codes } from "../db/schema/accounts.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";

type CodeDeps = Pick<Deps, "clock" | "random" | "ids" | "settings">;
type Purpose = Codes["purpose"];

/** What a code opens: nothing else, for nobody else. */
interface Lock {
  readonly purpose: Purpose;
  readonly address: string;
  readonly id: string;
}
const seal = (secret: string, { purpose, address, id }: Lock, code: string): string =>
  createHmac("sha256", secret).update(`code ${purpose} ${address} ${id} ${code}`).digest("hex");

export const originOf = ({ settings }: Pick<Deps, "settings">, client: string): string =>
  createHmac("sha256", settings.secret).update(`origin ${client}`).digest("hex");

export interface NewCode {
  readonly purpose: Purpose;
  readonly address: string;
  readonly email: string;
  readonly locale: string;
  readonly passwordHash: string | null;
  /** Who asks for it: see `originOf`. */
  readonly origin: string;
}

/**
 * Makes a code in place of the one before that was asked for from there; those that others have asked
 * for stay as they are. It is made for unknown addresses, too: what happens when it is entered must
 * not tell them apart.
 * @returns the code, or the seconds until another one can be made
 */
export async function makeCode(
  tx: Tx,
  deps: CodeDeps,
  { passwordHash, ...asked }: NewCode,
): Promise<{ code: string } | { wait: number }> {
  const now = deps.clock();
  const code = String(deps.random.integer(10 ** CODE.digits)).padStart(CODE.digits, "0");
  const id = deps.ids();
  const { purpose, address, origin } = asked;
  const others = await tx
    .updateTable("codes")
    .set({ contested: 1 })
    .where("address", "=", address)
    .where("purpose", "=", purpose)
    .where("origin", "<>", origin)
    .where("expires_at", ">", now)
    .returning("id")
    .execute();
  const contested = others.length > 0 ? 1 : 0;
  const values = {
    ...asked,
    id,
    code_hash: seal(deps.settings.secret, { purpose, address, id }, code),
    password_hash: passwordHash,
    attempts: 0,
    strange_attempts: 0,
    sent_at: now,
    expires_at: now + CODE.seconds * 1000,
  };
  const made = await tx
    .insertInto("codes")
    .values({ ...values, contested })
    .onConflict((conflict) =>
      conflict
        .columns(["address", "purpose", "origin"])
        .doUpdateSet({
          ...values,
          contested: sql<number>`case when codes.expires_at > ${now} and codes.contested = 1 then 1 else ${contested} end`,
        })
        .where("codes.sent_at", "<=", now - CODE.resendAfter * 1000),
    )
    .returning("id")
    .executeTakeFirst();
  if (made) return { code };
  const { sent_at } = await tx
    .selectFrom("codes")
    .select("sent_at")
    .where("address", "=", address)
    .where("purpose", "=", purpose)
    .where("origin", "=", origin)
    .executeTakeFirstOrThrow();
  return { wait: (sent_at - now) / 1000 + CODE.resendAfter };
}

interface EnteredCode extends Omit<Lock, "id">, Pick<NewCode, "origin"> {
  readonly code: string;
}

/** Takes a code: `enterCode`, and it is gone. */
export async function takeCode(
  tx: Tx,
  deps: Pick<CodeDeps, "clock" | "settings">,
  entered: EnteredCode,
): Promise<Codes | ApiFailure> {
  const found = await enterCode(tx, deps, entered);
  if (!(found instanceof ApiFailure)) await removeCodes(tx, entered);
  return found;
}

/** Removes all codes for something. */
export async function removeCodes(tx: Tx, { purpose, address }: Omit<Lock, "id">): Promise<void> {
  await tx
    .deleteFrom("codes")
    .where("address", "=", address)
    .where("purpose", "=", purpose)
    .execute();
}

/**
 * Checks a code, whoever has asked for it: it came to the owner of the address. Each entry counts as
 * an attempt: commit the transaction whatever comes back. Attempts from where a code was asked for
 * from are counted apart from all others, so that nobody else can use them up.
 * @returns what it was made for; a refusal: code_expired, code_used_up, code_wrong
 */
export async function enterCode(
  tx: Tx,
  { clock, settings }: Pick<CodeDeps, "clock" | "settings">,
  { purpose, address, origin, code }: EnteredCode,
): Promise<Codes | ApiFailure> {
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
  // Who reads the address's messages has asked from here: the password is theirs, whoever else asked.
  return own ? { ...own, contested: 0 } : right;
}
