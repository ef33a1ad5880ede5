/** Whether a hosted model is there, and knows all of some locales; one that names none knows all. */
export const knows = (
  model: { readonly languages: readonly string[] } | null,
  ...codes: readonly string[]
): boolean =>
  model !== null &&
  codes.every((code) => model.languages.length === 0 || model.languages.includes(code));
