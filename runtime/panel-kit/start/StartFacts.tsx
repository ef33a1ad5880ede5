import { useOnline } from "../../account/form/use-online.ts";
import { useCredits } from "../../account/store/use-credits.ts";
import { useLocale } from "../../i18n/context.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { StateArc } from "../../ui/arc/StateArc.tsx";
import css from "./job-start.module.css";

/** Seconds whose text is as long as most. */
const TYPICAL_SECONDS = 30;

/** The label of the button: for how many files, or that a result will follow the settings. */
export function StartLabel({
  action,
  download,
  count,
  isUpdate,
}: {
  readonly action: string;
  /** Bytes of a model that the start downloads first; null if none. */
  readonly download: number | null;
  readonly count: number;
  readonly isUpdate: boolean;
}) {
  const { t, format } = useLocale();
  if (download !== null)
    return t("panel-kit:quality.getAndStart", { size: format.bytes(download) });
  if (count > 1) return t("panel-kit:startMany", { action, count });
  return isUpdate ? t("panel-kit:outdated.update") : action;
}

/** Why nothing can be started, and cost, location and duration of a start. */
export function StartFacts({
  note,
  isEmpty,
  cost,
  due,
  isLocal,
  onServer,
  isHosted,
  takes,
}: {
  readonly note: string | null | undefined;
  /** Whether there is no input yet, or none that can be priced. */
  readonly isEmpty: boolean;
  readonly cost: number;
  readonly due: number;
  readonly isLocal: boolean;
  /** Whether it runs on the site's servers. */
  readonly onServer: boolean | undefined;
  /** Whether it uses hosted models, which are charged even if the job fails. */
  readonly isHosted: boolean;
  /** Seconds; null until the device's speed is known, missing if it is not shown. */
  readonly takes: number | null | undefined;
}) {
  const { t, format, navigation } = useLocale();
  const isOnline = useOnline();
  const { user } = useWorkspace();
  const credits = useCredits(user);
  const why = note && <p className={css["facts"]}>{note}</p>;
  if (isEmpty) return why;
  const isCutOff = !isOnline && cost > 0;
  const isShort = !isCutOff && credits !== null && credits < due;
  return (
    <div className={css["state"]}>
      {isCutOff && <StateArc state="offline" />}
      {isShort && <StateArc state="short" share={credits / due} />}
      {why}
      <ul className={css["facts"]}>
        {isCutOff && <li>{t("errors:credits.offline")}</li>}
        {isShort && <li className={css["short"]}>{t("account:insufficient.title")}</li>}
        {cost === 0 && <li>{t("common:cost.free.name")}</li>}
        {due > 0 && <li>{t("workspace:start.cost", { count: due })}</li>}
        {due > 0 && navigation.pricing && (
          <li className={css["more"]}>
            <a href={`${navigation.pricing.path}#counts`}>{t("common:cost.more")}</a>
          </li>
        )}
        {due < cost && <li>{t(due === 0 ? "workspace:start.again" : "workspace:start.rest")}</li>}
        {isLocal && !onServer && <li>{t("workspace:start.device")}</li>}
        {onServer && <li>{t("panel-kit:servers.sent")}</li>}
        {isHosted && due > 0 && <li>{t("workspace:start.hosted")}</li>}
        {/* Its space is reserved until it is known. */}
        {takes !== undefined && (
          <li className={takes === null ? css["unknown"] : undefined} aria-hidden={takes === null}>
            {t("workspace:start.takes", { time: format.timeLeft(takes ?? TYPICAL_SECONDS) })}
          </li>
        )}
      </ul>
    </div>
  );
}
