import type { Tx } from "../db/schema/tables.ts";

/**
 * Next receipt number of a year: `2030-000017`. The numbers have no gaps, because the transaction
 * that uses the number also increments it.
 */
export async function takeReceiptNumber(tx: Tx, now: number): Promise<string> {
  const year = new Date(now).getUTCFullYear();
  const { last } = await tx
    .insertInto("receipt_numbers")
    .values({ year, last: 1 })
    .onConflict((conflict) =>
      conflict
        .column("year")
        .doUpdateSet((fields) => ({ last: fields("receipt_numbers.last", "+", 1) })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return `${year}-${String(last).padStart(6, "0")}`;
}
