import type { KeyValue } from "./storage.ts";

/** Keys of local storage under which something is kept about who is signed in. */
export const PERSONAL = {
  /** The page's first script looks for it. */
  token: "toolkit_token",
  userId: "user_id",
  order: "toolkit_order",
} as const;
/** The same in the storage of a tab. */
export const PERSONAL_IN_TAB = {
  draft: "toolkit_account_draft",
  codeVerifier: "toolkit_code_verifier",
} as const;

/** Removes what is kept about a person, as when somebody logs out. */
export function clearPersonal(storage: KeyValue, tabStorage: KeyValue): void {
  for (const key of Object.values(PERSONAL)) storage.set(key, null);
  for (const key of Object.values(PERSONAL_IN_TAB)) tabStorage.set(key, null);
}
