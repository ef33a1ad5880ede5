import { type ClaimState, showsDailyTip } from "#core/credits/credits.ts";
import { PERSONAL } from "../../services/personal-storage.ts";
import type { KeyValue } from "../../services/storage.ts";

const KEY = "show35TipList";
/** Seconds in which it is shown once. */
const DAY = 24 * 3600;

/** What a user has said to the daily tip (USR-6). */
interface Tip {
  /** Whether it was shown. */
  readonly hasshow: boolean;
  /** Whether it is not to be shown again. */
  readonly dontshow: boolean;
  /** When it was shown last, in epoch seconds. */
  readonly at: number;
}
type Tips = Readonly<Record<string, Partial<Tip>>>;

function readTips(storage: KeyValue): Tips {
  try {
    const value: unknown = JSON.parse(storage.get(KEY) ?? "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Tips)
      : {};
  } catch {
    return {};
  }
}

interface TipState extends ClaimState {
  readonly userName: string;
  readonly status: string;
  /** The visitor asked for the tip, which has not been shown since. */
  readonly tipToggled: boolean;
}

export interface TipActions {
  /** Removes the addresses that earlier versions kept such choices by. */
  readonly renameTips: () => void;
  /** Asks for the tip, whether or not credits can be claimed. */
  readonly toggleTip: () => void;
  /** Whether the daily tip is to be shown now (USR-6). */
  readonly showsTip: () => boolean;
  /** Whether the user does not want to see the tip again. */
  readonly hidesTip: () => boolean;
  /** The tip was shown: not again for a day. */
  readonly noteTip: () => void;
  /** The user does not want to see the tip again, or does. */
  readonly hideTip: (hides: boolean) => void;
}

export function createTip({
  storage,
  now,
  get,
  set,
}: {
  readonly storage: KeyValue;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly get: () => TipState;
  readonly set: (state: { readonly tipToggled: boolean }) => void;
}): TipActions {
  /** By the account's id, which names nobody. */
  const userId = (): string => storage.get(PERSONAL.userId) ?? "";
  const ownTip = (): Partial<Tip> => {
    const tips = readTips(storage);
    const own = [userId(), get().userName].find((name) => Object.hasOwn(tips, name));
    return (own !== undefined && tips[own]) || {};
  };
  const note = (changed: Partial<Tip>): void => {
    const { dontshow, at } = ownTip();
    const known = { hasshow: true, dontshow: dontshow === true, at: Number(at) || 0 };
    const tips = { ...readTips(storage), [userId()]: { ...known, ...changed } };
    storage.set(KEY, JSON.stringify(tips));
  };
  const hidesTip = (): boolean => ownTip().dontshow === true;
  return {
    renameTips() {
      const tips = readTips(storage);
      const named = Object.keys(tips).filter((name) => /[@+]/.test(name));
      if (named.length === 0) return;
      const others = Object.entries(tips).filter(([name]) => !named.includes(name));
      storage.set(KEY, JSON.stringify({ ...Object.fromEntries(others), [userId()]: ownTip() }));
    },
    toggleTip() {
      set({ tipToggled: true });
    },
    hidesTip,
    showsTip() {
      const state = get();
      return (
        state.status === "in" &&
        showsDailyTip(state, {
          now: now() / 1000,
          toggled: state.tipToggled,
          dismissed: hidesTip() || now() / 1000 - (Number(ownTip().at) || 0) < DAY,
        })
      );
    },
    noteTip() {
      note({ at: Math.floor(now() / 1000) });
      set({ tipToggled: false });
    },
    hideTip(dontshow) {
      note({ dontshow });
    },
  };
}
