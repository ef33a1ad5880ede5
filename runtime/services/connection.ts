interface Connection {
  readonly effectiveType?: string;
  readonly saveData?: boolean;
}

/** Whether the visitor's line is too slow, or too dear, for what nobody has asked for. */
export function isSparing(navigator: Navigator): boolean {
  const { effectiveType, saveData } =
    (navigator as { readonly connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType === "slow-2g";
}
