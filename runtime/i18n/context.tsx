import { createContext, useContext } from "react";
import type { Navigation } from "#core/page/render.ts";
import type { Site, SiteLocale } from "#core/site/site.ts";
import type { Format } from "./format.ts";
import type { Translate } from "./translate.ts";

/** Data that all pages of a locale share. */
export interface LocaleValue {
  readonly site: Site;
  readonly locale: SiteLocale;
  readonly navigation: Navigation;
  readonly t: Translate;
  readonly format: Format;
}

export const LocaleContext = createContext<LocaleValue | null>(null);

export function useLocale(): LocaleValue {
  const value = useContext(LocaleContext);
  if (!value) throw new Error("A component was rendered outside its LocaleContext");
  return value;
}
export const useT = (): Translate => useLocale().t;
