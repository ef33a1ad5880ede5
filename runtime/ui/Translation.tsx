import type { ReactNode } from "react";
import type { Page } from "#core/page/page.ts";
import { useLocale } from "../i18n/context.tsx";
import { Notice } from "./Feedback.tsx";

/** English text on a page of another language: marked for screen readers, fonts and direction. */
export function EnglishPart({
  when,
  children,
}: {
  readonly when: boolean;
  readonly children: ReactNode;
}) {
  return when ? (
    <div lang="en" dir="ltr">
      {children}
    </div>
  ) : (
    <div>{children}</div>
  );
}

/** Finds the sections of a page that are in English because their translation is missing. */
export const englishIn =
  (page: Page) =>
  (section: string): boolean =>
    page.untranslated.includes(section);

export const englishAttributes = (english: boolean) =>
  english ? ({ lang: "en", dir: "ltr" } as const) : {};

/** Notes that a page, or part of a page, is in English. */
export function TranslationNotice({ page }: { readonly page: Page }) {
  const { t } = useLocale();
  if (page.translated) return null;
  const whole = page.untranslated.includes("heading") && page.untranslated.includes("body");
  return (
    <Notice weight="attention">
      {t(whole ? "common:notice.untranslated" : "common:notice.partly")}
    </Notice>
  );
}
