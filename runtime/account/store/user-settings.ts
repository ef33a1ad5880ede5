import { getConfig } from "#core/api/accounts/get-config.ts";
import { updateConfig } from "#core/api/accounts/update-config.ts";
import type { Text } from "../../notices/notices.ts";
import type { Api } from "../../services/api/api.ts";
import type { UserState } from "./user-state.ts";

const QUIET = { quiet: "refusals" } as const;

interface UserSettingsPorts {
  readonly api: Api;
  /** @returns a function that reports whether the same account is still signed in */
  readonly guard: () => () => boolean;
  readonly set: (state: Pick<UserState, "userConfig">) => void;
  readonly toast: (text: Text, weight: "good" | "bad") => void;
}

/** Settings of an account. */
export const createUserSettings = ({ api, guard, set, toast }: UserSettingsPorts) => ({
  loadConfig: async (): Promise<void> => {
    const isSame = guard();
    // The settings page reports a missing response itself.
    const userConfig = await api(getConfig, {}, QUIET).catch(() => null);
    if (userConfig && isSame()) set({ userConfig });
  },
  updateConfig: async (isSendEmail: boolean): Promise<void> => {
    const isSame = guard();
    const name = isSendEmail ? "open" : "close";
    try {
      const userConfig = await api(updateConfig, { is_send_email: isSendEmail ? 1 : 0 }, QUIET);
      if (!isSame()) return;
      set({ userConfig });
      toast(`errors:setting.${name}Success`, "good");
    } catch (error) {
      if (isSame()) toast(`errors:setting.${name}Failed`, "bad");
      throw error;
    }
  },
});
