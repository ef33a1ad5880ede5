import { login } from "#core/api/accounts/login.ts";
import { register } from "#core/api/accounts/register.ts";
import { requestReset } from "#core/api/accounts/request-reset.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import { verifyReset } from "#core/api/accounts/verify-reset.ts";
import type { Entered } from "#core/api/contract/shapes.ts";
import type { Api } from "../../services/api/api.ts";
import { ApiError } from "../../services/api/api-error.ts";

type Credentials = { readonly email: string; readonly password: string };
/** Two-factor code, if the account needs one. */
type Second = { readonly second_code?: string };
type CodeSent = { readonly resend_after: number };

export interface SignInActions {
  /** Resolves after the login; credits and settings are loaded then (USR-2). @throws {ApiError} */
  readonly login: (request: Credentials & Second) => Promise<void>;
  /** Requests a code. @returns seconds until another one can be requested @throws {ApiError} */
  readonly register: (request: Credentials) => Promise<CodeSent>;
  /** @throws {ApiError} */
  readonly verify: (request: { readonly email: string; readonly code: string }) => Promise<void>;
  /** Requests a code. @returns seconds until another one can be requested @throws {ApiError} */
  readonly requestReset: (request: { readonly email: string }) => Promise<CodeSent>;
  /** @throws {ApiError} */
  readonly verifyReset: (
    request: Credentials & Second & { readonly code: string },
  ) => Promise<void>;
}

interface SignInDeps {
  readonly api: Api;
  /**
   * The device token, which distinguishes this device from unknown ones at a login; null if none
   * was issued.
   */
  readonly device: () => string | null;
  /** The secret of this tab that binds codes to it: see `codeVerifier` of the API. */
  readonly codeVerifier: () => string;
  /** Stores the account that has logged in. */
  readonly enter: (info: Entered) => Promise<unknown>;
  /** Deletes all personal data. */
  readonly forget: () => void;
  readonly onCodeSent: (registerState: "code_sent") => void;
  readonly onLoggedIn: (() => void) | undefined;
  readonly onRegistered: (() => void) | undefined;
  readonly onClaimed: (() => void) | undefined;
}

const QUIET = { quiet: "refusals" } as const;

/** Ways to log in: with a password, with a new password, with a code (USR-1 to USR-5). */
export function createSignIn(deps: SignInDeps): SignInActions {
  const { api, enter, forget } = deps;
  const known = (): { readonly device?: string } => {
    const device = deps.device();
    return device === null ? {} : { device };
  };
  const bound = () => ({ code_verifier: deps.codeVerifier() });

  return {
    async login(request: Credentials & Second) {
      let info: Entered;
      try {
        info = await api(login, { ...request, ...known() }, QUIET);
      } catch (error) {
        // Without a response, the stored session may still be valid.
        if (error instanceof ApiError && error.status > 0) forget();
        throw error;
      }
      void enter(info);
      deps.onLoggedIn?.();
    },
    async register(request: Credentials) {
      const answer = await api(register, { ...request, ...bound() }, QUIET);
      deps.onCodeSent(answer.registerState);
      return answer;
    },
    async verify(request: { readonly email: string; readonly code: string }) {
      const info = await api(verifyCode, { ...request, ...bound() }, QUIET);
      void enter(info);
      deps.onRegistered?.();
      // The server claims the day's credits with the registration (USR-14).
      if (info.user_info.daily_credits_count > 0) deps.onClaimed?.();
    },
    requestReset: (request: { readonly email: string }) =>
      api(requestReset, { ...request, ...bound(), ...known() }, QUIET),
    async verifyReset(request: Credentials & Second & { readonly code: string }) {
      void enter(await api(verifyReset, { ...request, ...bound(), ...known() }, QUIET));
      deps.onLoggedIn?.();
    },
  };
}
