import ArrowRight from "lucide-react/icons/arrow-right";
import { useLocale } from "../../i18n/context.tsx";
import type { Conversion } from "./tool-samples.ts";
import css from "./tool-sample.module.css";

/** Format and size of a file before and after it was converted. */
export function ConversionLine({ conversion }: { readonly conversion: Conversion | undefined }) {
  const { t, format } = useLocale();
  if (!conversion) return null;
  const { from, to } = conversion;
  return (
    <p className={css["conversion"]}>
      <span>
        <span className="visually-hidden">{t("common:sound.before")} </span>
        <bdi>{`${from.format} · ${format.bytes(from.bytes)}`}</bdi>
      </span>
      <ArrowRight className="flip" size={16} />
      <strong>
        <span className="visually-hidden">{t("common:sound.after")} </span>
        <bdi>{`${to.format} · ${format.bytes(to.bytes)}`}</bdi>
      </strong>
    </p>
  );
}
