/** Whether an error says that there is no room on the device. */
export const isQuota = (error: unknown): boolean => {
  const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
  return name === "QuotaExceededError" || name === "NS_ERROR_DOM_QUOTA_REACHED" || code === 22;
};
