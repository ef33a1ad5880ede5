import type { Receipt } from "#runtime/audio/voices/receipt.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import css from "../looks/cloning.module.css";

/** The content of a receipt: date, sentence, and the digest that identifies the recording. */
export function ReceiptFacts({ receipt }: { readonly receipt: Receipt }) {
  const { t, format } = useLocale();
  return (
    <dl className={css["facts"]}>
      <dt>{t("panel-cloning:receipt.date")}</dt>
      <dd>{format.date(receipt.date.slice(0, 10))}</dd>
      <dt>{t("panel-cloning:receipt.said")}</dt>
      <dd>
        <q dir="auto">{receipt.said}</q>
      </dd>
      <dt>{t("panel-cloning:receipt.recording")}</dt>
      <dd>
        <code dir="ltr">{receipt.recording}</code>
      </dd>
    </dl>
  );
}
