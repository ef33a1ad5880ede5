import { useT } from "../i18n/context.tsx";
import css from "./banner.module.css";

/** Offers the page in the visitor's language; a page script fills and shows the banner. */
export function Banner() {
  const t = useT();
  return (
    <aside
      className={css["banner"]}
      data-language-banner=""
      aria-label={t("common:banner.label")}
      hidden
    />
  );
}
