import type { AppData } from "#core/page/app-data.ts";
import { siteLocale } from "#core/site/site.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import { createFormat } from "../i18n/format.ts";
import type { MessageLoader } from "../i18n/messages.ts";

export { createMessages } from "../i18n/messages.ts";
export { applyPage, applyError } from "../router/apply.ts";

/** Locale data for components, once the messages are loaded. */
export function localeValueOf(
  { site, navigation }: AppData,
  code: string,
  messages: MessageLoader,
): LocaleValue {
  const locale = siteLocale(site, code);
  const format = createFormat(locale.language, locale.dir);
  return { site, locale, navigation, t: messages.translateOf(locale), format };
}
