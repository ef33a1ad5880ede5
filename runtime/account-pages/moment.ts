import { useMemo } from "react";
import { useLocale } from "../i18n/context.tsx";

/** Writes a day, or a day with its time, where the visitor is. Epoch seconds. */
export interface Moments {
  readonly day: (seconds: number) => string;
  readonly minute: (seconds: number) => string;
}

export function createMoments(language: string, timeZone?: string): Moments {
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = new Intl.DateTimeFormat(language, { dateStyle: "long", ...zone });
  const minute = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    ...zone,
  });
  return {
    day: (seconds) => day.format(seconds * 1000),
    minute: (seconds) => minute.format(seconds * 1000),
  };
}

export function useMoments(): Moments {
  const { language } = useLocale().locale;
  return useMemo(() => createMoments(language), [language]);
}
