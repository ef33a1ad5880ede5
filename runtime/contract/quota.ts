/** Whether an error means that the device has no space left. */
export const isQuota = (error: unknown): boolean => {
  const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
  return name === "QuotaExceededError" || name === "NS_ERROR_DOM_QUOTA_REACHED" || code === 22;
};
