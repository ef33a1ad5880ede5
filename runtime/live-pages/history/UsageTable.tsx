import type { WorkspaceTool } from "#core/page/app-data.ts";
import type { UsageRecord } from "#core/api/contract/shapes.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Badge } from "../../ui/Feedback.tsx";
import css from "../parts/account-pages.module.css";
import { useMoments } from "../parts/moment.ts";

const WEIGHTS = { settled: "plain", refunded: "good", reserved: "attention" } as const;
const HEADS = ["tool", "time", "length", "cost", "state"] as const;

/** Runs with their cost; each can be selected. */
export function UsageTable({
  records,
  tools,
  marked,
  onMark,
}: {
  readonly records: readonly UsageRecord[];
  readonly tools: readonly WorkspaceTool[];
  readonly marked: ReadonlySet<string>;
  readonly onMark: (marked: ReadonlySet<string>) => void;
}) {
  const { t, format } = useLocale();
  const moments = useMoments();
  const head = (name: (typeof HEADS)[number]): string => t(`pages:history.head.${name}`);
  const shown = records.filter(({ id }) => marked.has(id)).length;
  const isAll = shown === records.length && shown > 0;
  const mark = (id: string, on: boolean): void => {
    const next = new Set(marked);
    if (on) next.add(id);
    else next.delete(id);
    onMark(next);
  };
  return (
    <div className={css["scroll"]}>
      <table className={css["table"]} data-marks="">
        <caption className="visually-hidden">{t("pages:history.label")}</caption>
        <thead>
          <tr>
            <td>
              <label className={css["mark"]}>
                <input
                  type="checkbox"
                  aria-label={t("pages:history.markAll")}
                  checked={isAll}
                  ref={(box) => {
                    if (box) box.indeterminate = shown > 0 && !isAll;
                  }}
                  onChange={() => onMark(new Set(isAll ? [] : records.map(({ id }) => id)))}
                />
                <span className={css["markText"]}>{t("pages:history.markAll")}</span>
              </label>
            </td>
            {HEADS.map((name) => (
              <th key={name} scope="col">
                {head(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map(({ id, tool: slug, seconds, cost, state, created_at }) => {
            const tool = tools.find((known) => known.slug === slug);
            const name = tool?.name ?? slug;
            const time = moments.minute(created_at);
            return (
              <tr key={id} data-marked={marked.has(id) || undefined}>
                <td>
                  <label className={css["mark"]}>
                    <input
                      type="checkbox"
                      aria-label={t("pages:history.mark", { name, time })}
                      checked={marked.has(id)}
                      onChange={(event) => mark(id, event.target.checked)}
                    />
                  </label>
                </td>
                <th scope="row">{tool ? <a href={tool.path}>{name}</a> : <bdi>{name}</bdi>}</th>
                <td data-label={head("time")}>{time}</td>
                <td data-label={head("length")}>
                  {seconds > 0 ? format.duration(Math.round(seconds)) : t("pages:history.noLength")}
                </td>
                <td data-label={head("cost")}>
                  {cost === 0
                    ? t("pages:history.again")
                    : t("pages:pricing.credits", { count: cost })}
                </td>
                <td data-label={head("state")} data-badge="">
                  <Badge weight={WEIGHTS[state]}>{t(`pages:history.state.${state}`)}</Badge>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
