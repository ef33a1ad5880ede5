import type { Tx } from "../db/schema/tables.ts";

/** The next number of a year: `2030-000017`. None is left out, as the transaction takes it. */
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
