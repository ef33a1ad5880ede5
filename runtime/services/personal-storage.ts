import type { KeyValue } from "./storage.ts";

/** Local storage keys with data of the signed-in person. */
export const PERSONAL = {
  /** Read by the first script of a page. */
  token: "toolkit_token",
  userId: "user_id",
  order: "toolkit_order",
} as const;
/** Session storage keys with such data. */
export const PERSONAL_IN_TAB = {
  draft: "toolkit_account_draft",
  codeVerifier: "toolkit_code_verifier",
} as const;

/** Deletes personal data, when the person logs out. */
export function clearPersonal(storage: KeyValue, tabStorage: KeyValue): void {
  for (const key of Object.values(PERSONAL)) storage.set(key, null);
  for (const key of Object.values(PERSONAL_IN_TAB)) tabStorage.set(key, null);
}
