import Trash2 from "lucide-react/icons/trash-2";
import { useLocale } from "#runtime/i18n/context.tsx";
import { IconButton } from "#runtime/ui/Button.tsx";
import { readClock, writeClock } from "#runtime/panel-kit/settings/clock-text.ts";
import { DraftField } from "#runtime/panel-kit/settings/DraftField.tsx";
import css from "../parts/panel.module.css";
import type { Region } from "./regions.ts";
import type { Regions } from "./use-regions.ts";

/** Distances that the arrow keys change a time, in seconds. */
const STEPS = [0.01, 1] as const;

/** The start, end and length of each region as text fields. */
export function RegionFields({
  regions,
  onSettled,
}: {
  readonly regions: Regions;
  readonly onSettled: (region: Region, edge: "start" | "end") => void;
}) {
  const { t, format } = useLocale();
  const { all, selected } = regions;
  const field = (name: "start" | "end" | "length") => {
    const value = name === "length" ? selected.end - selected.start : selected[name];
    return (
      <DraftField
        key={`${selected.id} ${name}`}
        label={t(`panel-editor:time.${name}`)}
        value={value}
        text={writeClock(value, format)}
        read={readClock}
        wrong={t("panel-kit:wrongTime")}
        steps={STEPS}
        onCommit={(next) => {
          const edge = name === "start" ? "start" : "end";
          const to = Math.max(0, name === "length" ? selected.start + next : next);
          regions.move(selected.id, edge, to, `field ${selected.id} ${name}`);
          onSettled({ ...selected, [edge]: to }, edge);
        }}
      />
    );
  };
  return (
    <div className={css["times"]}>
      <div className={css["fields"]}>
        {field("start")}
        {field("end")}
        {field("length")}
      </div>
      {all.length > 1 && (
        <ol className={css["list"]} aria-label={t("panel-editor:regions")}>
          {all.map((region, at) => (
            <li key={region.id} data-selected={region === selected || undefined}>
              <button
                type="button"
                className={css["pick"]}
                aria-pressed={region === selected}
                onClick={() => regions.select(region.id)}
              >
                <span className={css["mark"]}>{at + 1}</span>
                <span dir="ltr">
                  {format.clock(region.start, 3)} – {format.clock(region.end, 3)}
                </span>
                <span className={css["soft"]}>{format.duration(region.end - region.start)}</span>
              </button>
              <IconButton
                label={t("panel-editor:remove", { number: at + 1 })}
                onClick={() => regions.remove(region.id)}
              >
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
