import { type ReactNode, createElement, useEffect, useSyncExternalStore } from "react";
import {
  type TextProps,
  Box,
  Text,
  useApp,
  useInput,
  useIsScreenReaderEnabled,
  useWindowSize,
} from "ink";
import type { Controller } from "./controller.ts";
import { describe } from "./describe.ts";
import { frame } from "./frame.ts";
import { namesOf } from "./input/keys.ts";
import type { Line, Tone } from "./layout/line.ts";

type Look = Pick<TextProps, "color" | "bold" | "dimColor" | "inverse">;

const LOOKS: Readonly<Record<Tone, Look>> = {
  strong: { bold: true },
  dim: { dimColor: true },
  good: { color: "green" },
  warn: { color: "yellow" },
  bad: { color: "red" },
  accent: { color: "cyan" },
  chosen: { inverse: true },
};

export interface AppProps {
  readonly controller: Controller;
  readonly hasColor: boolean;
  /** Called with the reason when the screen is closed. */
  readonly onLeave: (why: "quit" | "interrupt") => void;
}

/** Interval in milliseconds at which countdowns are updated. */
const TICK = 15_000;
/** Interval in milliseconds at which the operator's lists are read again. */
const FOLLOW = 2000;

/**
 * The account on a terminal. Node does not run JSX, so elements are created with function calls.
 */
export function App({ controller, hasColor, onLeave }: AppProps): ReactNode {
  const { exit } = useApp();
  const size = useWindowSize();
  const readsAloud = useIsScreenReaderEnabled();
  const model = useSyncExternalStore(controller.subscribe, controller.model);
  const { columns, rows } = size;

  useEffect(() => controller.resize({ columns, rows }), [controller, columns, rows]);
  useEffect(() => {
    const timer = setInterval(controller.tick, TICK);
    return () => clearInterval(timer);
  }, [controller]);
  useEffect(() => {
    const timer = setInterval(controller.follow, FOLLOW);
    return () => clearInterval(timer);
  }, [controller]);
  useInput((input, key) => {
    for (const name of namesOf(input, key)) {
      const left = controller.press(name);
      if (!left) continue;
      onLeave(left);
      exit();
      return;
    }
  });

  if (readsAloud)
    return createElement(
      Box,
      { flexDirection: "column" },
      ...describe(model).map((text, at) => createElement(Text, { key: at }, text)),
    );
  // Use the current size: an earlier frame could be taller than the screen.
  const lines = frame({ ...model, size: { columns, rows } });
  return createElement(
    Box,
    { flexDirection: "column" },
    ...lines.map((line, at) => createElement(Row, { key: at, line, hasColor })),
  );
}

function Row({ line, hasColor }: { readonly line: Line; readonly hasColor: boolean }): ReactNode {
  // An empty row would have no height.
  const isEmpty = line.every(({ text }) => text === "");
  return createElement(
    Text,
    { wrap: "truncate" },
    ...(isEmpty
      ? [" "]
      : line.map(({ text, tone }, at) =>
          createElement(Text, { key: at, ...lookOf(tone, hasColor) }, text),
        )),
  );
}

function lookOf(tone: Tone | undefined, hasColor: boolean): Look {
  if (tone === undefined) return {};
  const { color, ...shape } = LOOKS[tone];
  return hasColor && color !== undefined ? { ...shape, color } : shape;
}
