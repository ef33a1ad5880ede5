interface Connection {
  readonly effectiveType?: string;
  readonly saveData?: boolean;
  /** The Network Information API, of mobile browsers only. */
  readonly type?: string;
}

const connectionOf = (navigator: Navigator): Connection =>
  (navigator as { readonly connection?: Connection }).connection ?? {};

/** Whether the connection is too slow or metered for prefetching. */
export function isSparing(navigator: Navigator): boolean {
  const { effectiveType, saveData } = connectionOf(navigator);
  return saveData === true || effectiveType === "slow-2g";
}

/** Whether unrequested megabytes may cost the visitor money. */
export const isMetered = (navigator: Navigator): boolean =>
  isSparing(navigator) || connectionOf(navigator).type === "cellular";
