import { useT } from "../../i18n/context.tsx";
import css from "./skeleton.module.css";

/** What stands in a place until it is known what comes there; it keeps the room. */
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
