/**
 * Converts an amount in a currency's smallest unit to its main unit: 900 US cents are 9. @param
 * currency ISO 4217
 */
export function mainUnits(amount: number, currency: string): number {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return amount / 10 ** digits;
}
