interface Connection {
  readonly effectiveType?: string;
  readonly saveData?: boolean;
  /** What the line is; told by mobile browsers alone. */
  readonly type?: string;
}

const connectionOf = (navigator: Navigator): Connection =>
  (navigator as { readonly connection?: Connection }).connection ?? {};

/** Whether the visitor's line is too slow, or too dear, for what nobody has asked for. */
export function isSparing(navigator: Navigator): boolean {
  const { effectiveType, saveData } = connectionOf(navigator);
  return saveData === true || effectiveType === "slow-2g";
}

/** Whether megabytes that nobody has asked for may cost the visitor money. */
export const isMetered = (navigator: Navigator): boolean =>
  isSparing(navigator) || connectionOf(navigator).type === "cellular";
