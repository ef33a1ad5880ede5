/**
 * Whether a hosted model exists and supports all of some locales; one without a list supports all.
 */
export const supportsLocales = (
  model: { readonly languages: readonly string[] } | null,
  ...codes: readonly string[]
): boolean =>
  model !== null &&
  codes.every((code) => model.languages.length === 0 || model.languages.includes(code));
