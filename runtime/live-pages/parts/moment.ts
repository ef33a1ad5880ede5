import { useMemo } from "react";
import { useLocale } from "../../i18n/context.tsx";

/** Formats dates, with or without a time, in the visitor's time zone. Values are epoch seconds. */
export interface Moments {
  readonly day: (seconds: number) => string;
  readonly minute: (seconds: number) => string;
}

/** Formatters take milliseconds to create, so each is created for the first date it formats. */
function writer(language: string, options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined;
  return (seconds: number): string => {
    format ??= new Intl.DateTimeFormat(language, options);
    return format.format(seconds * 1000);
  };
}

export function createMoments(language: string, timeZone?: string): Moments {
  const zone = timeZone === undefined ? {} : { timeZone };
  return {
    day: writer(language, { dateStyle: "long", ...zone }),
    minute: writer(language, { dateStyle: "medium", timeStyle: "short", ...zone }),
  };
}

export function useMoments(): Moments {
  const { language } = useLocale().locale;
  return useMemo(() => createMoments(language), [language]);
}
