import { type ClaimState, showsDailyTip } from "#core/credits/credits.ts";
import { PERSONAL } from "../../services/personal-storage.ts";
import type { KeyValue } from "../../services/storage.ts";

const KEY = "show35TipList";
/** Minimum seconds between two daily tips. */
const DAY = 24 * 3600;

/** A user's choices about the daily tip (USR-6). */
interface Tip {
  /** Whether the tip was shown. */
  readonly hasshow: boolean;
  /** Whether the user turned the tip off. */
  readonly dontshow: boolean;
  /** When the tip was last shown, in epoch seconds. */
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
  /** The visitor requested the tip, and the tip has not been shown since. */
  readonly tipToggled: boolean;
}

export interface TipActions {
  /** Removes the storage keys of earlier versions, which contained email addresses. */
  readonly renameTips: () => void;
  /** Requests the tip, whether or not credits can be claimed. */
  readonly toggleTip: () => void;
  /** Whether to show the daily tip now (USR-6). */
  readonly showsTip: () => boolean;
  /** Whether the user turned the tip off. */
  readonly hidesTip: () => boolean;
  /** Records that the tip was shown; it is not shown again for a day. */
  readonly noteTip: () => void;
  /** Turns the tip off or on. */
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
  /** The account's id, which does not identify a person. */
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
