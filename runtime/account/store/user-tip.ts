import type { ClaimState } from "../../../core/credits/credits.ts";
import { showsDailyTip } from "../../../core/credits/credits.ts";
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
  /** The visitor asked for the tip. */
  readonly tipToggled: boolean;
}

export interface TipActions {
  readonly toggleTip: (on: boolean) => void;
  /** Whether the daily tip is to be shown now (USR-6). */
  readonly showsTip: () => boolean;
  /** It was shown: not again for a day, or for good. */
  readonly hideDailyTip: (how: { readonly forever: boolean }) => void;
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
  return {
    toggleTip(tipToggled) {
      set({ tipToggled });
    },
    showsTip() {
      const state = get();
      const tips = readTips(storage);
      const tip = Object.hasOwn(tips, state.userName) ? tips[state.userName] : undefined;
      return (
        state.status === "in" &&
        showsDailyTip(state, {
          now: now() / 1000,
          toggled: state.tipToggled,
          dismissed: tip?.dontshow === true || now() / 1000 - (Number(tip?.at) || 0) < DAY,
        })
      );
    },
    hideDailyTip({ forever }) {
      const { userName } = get();
      const tip: Tip = { hasshow: true, dontshow: forever, at: Math.floor(now() / 1000) };
      storage.set(KEY, JSON.stringify({ ...readTips(storage), [userName]: tip }));
      set({ tipToggled: false });
    },
  };
}
