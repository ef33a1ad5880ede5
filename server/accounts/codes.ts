import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { CODE } from "../../core/api/shapes.ts";
import type { Codes, Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { Refusal } from "../http/refusal.ts";

type World = Pick<Deps, "clock" | "chance" | "ids" | "settings">;
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
 * Makes a code in place of the one before. It is made for unknown addresses, too: what happens when
 * it is entered must not tell them apart.
 * @returns the code, or the seconds until another one can be made
 */
export async function makeCode(
  tx: Tx,
  world: World,
  { passwordHash, ...asked }: NewCode,
): Promise<{ code: string } | { wait: number }> {
  const now = world.clock();
  const code = String(world.chance.integer(10 ** CODE.digits)).padStart(CODE.digits, "0");
  const id = world.ids();
  const values = {
    ...asked,
    id,
    code_hash: seal(world.settings.secret, { ...asked, id }, code),
    password_hash: passwordHash,
    attempts: 0,
    sent_at: now,
    expires_at: now + CODE.seconds * 1000,
  };
  const { origin } = asked;
  const made = await tx
    .insertInto("codes")
    .values({ ...values, contested: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(["address", "purpose"])
        .doUpdateSet({
          ...values,
          contested: sql<number>`case when codes.expires_at > ${now} and (codes.contested = 1 or codes.origin <> ${origin}) then 1 else 0 end`,
        })
        .where("codes.sent_at", "<=", now - CODE.resendAfter * 1000),
    )
    .returning("id")
    .executeTakeFirst();
  if (made) return { code };
  const { sent_at } = await tx
    .selectFrom("codes")
    .select("sent_at")
    .where("address", "=", asked.address)
    .where("purpose", "=", asked.purpose)
    .executeTakeFirstOrThrow();
  return { wait: (sent_at - now) / 1000 + CODE.resendAfter };
}

/**
 * Takes a code. A wrong one counts as an attempt: commit the transaction whatever comes back.
 * @returns what it was made for; a refusal: code_expired, code_used_up, code_wrong
 */
export async function takeCode(
  tx: Tx,
  { clock, settings }: Pick<World, "clock" | "settings">,
  { purpose, address, code }: Omit<Lock, "id"> & { readonly code: string },
): Promise<Codes | Refusal> {
  const now = clock();
  const own = tx
    .updateTable("codes")
    .set((fields) => ({ attempts: fields("attempts", "+", 1) }))
    .where("address", "=", address)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .returningAll();
  const found = await own.executeTakeFirst();
  if (!found) return new Refusal("code_expired");
  if (found.attempts > CODE.attempts) return new Refusal("code_used_up");
  const given = Buffer.from(seal(settings.secret, { purpose, address, id: found.id }, code));
  if (!timingSafeEqual(given, Buffer.from(found.code_hash))) {
    const count = CODE.attempts - found.attempts;
    return count > 0
      ? new Refusal("code_wrong", { params: { count } })
      : new Refusal("code_used_up");
  }
  await tx
    .deleteFrom("codes")
    .where("address", "=", address)
    .where("purpose", "=", purpose)
    .execute();
  return found;
}
