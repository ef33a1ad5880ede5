import { phoneOf } from "#core/api/contract/addresses.ts";
import { isolate } from "../../i18n/isolate.ts";
import type { Translate } from "../../i18n/translate.ts";

/** Text that a code may have been sent, and how. */
export const codeSentWords = (address: string, t: Translate): string =>
  phoneOf(address) !== null
    ? t("account:code.texted", { phone: isolate(address) })
    : t("account:code.sent", { email: isolate(address) });
