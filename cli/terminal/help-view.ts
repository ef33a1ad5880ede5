import { fit } from "../text/display-width.ts";
import { type Line, wrapText } from "./layout/line.ts";
import type { ListName, Mode, View } from "./model.ts";
import { ACTION_TEXTS } from "./row-actions.ts";

/** Keys with descriptions, the most important first. */
type Keys = readonly (readonly [keys: string, what: string])[];

const MOVE: Keys = [
  ["↑ ↓  j k", "a row up, down"],
  ["PgUp PgDn", "a screen up, down"],
  ["Home End  g G", "first, last row"],
];
const EVERYWHERE: Keys = [
  ["Tab  1 2 3", "the next view, a view"],
  ["← →  h l", "the view before, after"],
  ["u", "read again"],
  ["?", "these keys"],
  ["Esc", "a step back"],
  ["q  Ctrl+C", "quit"],
];
/** Number of leading entries that switch views. */
const OTHER_VIEWS = 2;
const OF_LIST: Keys = [
  ["Enter", "all about a row"],
  ["/", "filter"],
  ["s", "sort by the next column"],
  ["r", "in reverse order"],
];
const MARK: Keys = [
  ["Space", "mark a row"],
  ["a", "mark all, or none"],
];
const FOLLOW: Keys[number] = ["f", "stop following, or follow again"];
const OF_VIEW: Readonly<Record<View, Keys>> = {
  credits: [["c", "claim the daily credits"]],
  usage: [...OF_LIST, ...MARK, ["x  Del", "delete the marked rows, or this one"]],
  payments: [...OF_LIST, ["o", "open the invoice, or show its address"]],
  reviews: OF_LIST,
  queue: [["Enter", "the jobs of a row"], ...OF_LIST.slice(1), FOLLOW],
  jobs: [
    ...OF_LIST,
    ...MARK,
    ["x  Del", "cancel the marked jobs, or this one, which refunds them"],
    ["d", "start jobs again that failed because of machines"],
    FOLLOW,
  ],
  workers: [
    ...OF_LIST,
    ...MARK,
    ["x  Del", "drain the marked workers, or this one: they finish, and exit"],
    FOLLOW,
  ],
};

/** All keys of a view. */
export function helpLines(view: View, columns: number, isUnicode: boolean): Line[] {
  // The operator's list is the only view.
  const others = view === "reviews" ? EVERYWHERE.slice(OTHER_VIEWS) : EVERYWHERE;
  const keys = [...OF_VIEW[view], ...MOVE, ...others];
  const width = Math.min(16, Math.floor(columns / 2));
  return keys.flatMap(([name, what]) =>
    wrapText(what, Math.max(8, columns - width)).map((text, row): Line => [
      { text: fit(row === 0 ? plain(name, isUnicode) : "", width), tone: "strong" },
      { text },
    ]),
  );
}

const plain = (keys: string, isUnicode: boolean): string =>
  isUnicode ? keys : keys.replace("↑ ↓", "Up Down").replace("← →", "Left Right");

const HINTS: Readonly<Record<View, readonly string[]>> = {
  credits: ["q Quit", "? Keys", "Tab Jobs", "c Claim", "u Reload", "j/k Scroll"],
  usage: [
    "q Quit",
    "? Keys",
    "Tab Payments",
    "/ Filter",
    "s Sort",
    "x Delete",
    "Space Mark",
    "Enter Details",
    "r Reverse",
  ],
  payments: [
    "q Quit",
    "? Keys",
    "Tab Credits",
    "o Invoice",
    "/ Filter",
    "s Sort",
    "Enter Details",
    "r Reverse",
  ],
  queue: ["q Quit", "? Keys", "Tab Jobs", "Enter These jobs", "f Follow", "s Sort"],
  jobs: [
    "q Quit",
    "? Keys",
    "Tab Workers",
    "x Cancel",
    "d Start again",
    "/ Filter",
    "Space Mark",
    "Enter Details",
    "f Follow",
    "s Sort",
  ],
  workers: ["q Quit", "? Keys", "Tab Queue", "x Drain", "Space Mark", "Enter Details", "f Follow"],
  reviews: ["q Quit", "? Keys", "/ Filter", "s Sort", "Enter Details", "r Reverse", "u Reload"],
};

/** The keys of the current mode, as many as fit into a row. */
export function footerText(view: View, mode: Mode, columns: number): string {
  const hints = hintsOf(view, mode);
  let text = hints[0]!;
  for (const hint of hints.slice(1)) {
    if (text.length + hint.length + 3 > columns) break;
    text += `   ${hint}`;
  }
  return text;
}

function hintsOf(view: View, mode: Mode): readonly string[] {
  switch (mode.kind) {
    case "filter":
      return ["Enter Keep", "Esc Undo"];
    case "confirm":
      return ACTION_TEXTS[mode.action].hints;
    case "help":
      return ["Esc Back", "q Quit", "j/k Scroll"];
    case "address":
      return ["Esc Back", "q Quit, and print it"];
    case "details":
      return ["Esc Back", ...(DETAIL_HINTS[view] ?? []), "j/k Next row"];
    case "browse":
      return HINTS[view];
  }
}
const DETAIL_HINTS: { readonly [Name in View]?: readonly string[] } = {
  usage: ["x Delete"],
  payments: ["o Invoice"],
  jobs: ["x Cancel", "d Start again"],
  workers: ["x Drain"],
};

export const VIEW_NAMES: Readonly<Record<View, string>> = {
  credits: "Credits",
  usage: "Jobs",
  payments: "Payments",
  reviews: "Ratings",
  queue: "Queue",
  jobs: "Jobs",
  workers: "Workers",
} satisfies Record<ListName | "credits", string>;
