import { useT } from "../../i18n/context.tsx";
import css from "./skeleton.module.css";

/** A loading placeholder that reserves the space of the content. */
export function Skeleton() {
  const t = useT();
  return (
    <div className={`${css["skeleton"]} needs-js`}>
      <span className="visually-hidden">{t("pages:account.loading")}</span>
      {[0, 1, 2, 3].map((line) => (
        <span key={line} className={css["line"]} />
      ))}
    </div>
  );
}
