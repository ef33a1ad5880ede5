import { type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import { FADE_CURVES } from "#audio/signal/fade.ts";
import type { TimeRange } from "#audio/parameters.ts";
import { usePeaks } from "../audio/use-peaks.ts";
import type { View } from "../audio/waveform/view.ts";
import { useLocale } from "../i18n/context.tsx";
import { Select } from "../ui/field/Field.tsx";
import type { Json, JsonObject } from "../contract/json.ts";
import { readClock, writeClock } from "../panel-kit/settings/clock-text.ts";
import { DraftField } from "../panel-kit/settings/DraftField.tsx";
import panel from "../panels/editor/parts/panel.module.css";
import { RegionFields } from "../panels/editor/trim/RegionFields.tsx";
import { type Region, moveEdge } from "../panels/editor/trim/regions.ts";
import { TrimWave } from "../panels/editor/trim/TrimWave.tsx";
import type { Regions } from "../panels/editor/trim/use-regions.ts";
import type { EmbedSettings } from "./controller.ts";
import { trimRanges } from "./open-tool.ts";

/** Maximum length of a fade, and the steps of the arrow keys, in seconds. */
const MAX_FADE = 60;
const STEPS = [0.01, 0.5] as const;

interface TrimFieldsProps {
  readonly file: File;
  /** Length of the file. */
  readonly seconds: number;
  /** The values that were set, without defaults. */
  readonly given: EmbedSettings["values"];
  readonly values: JsonObject;
  readonly change: (part: JsonObject) => void;
  readonly mediaRef: RefObject<HTMLMediaElement | null>;
}

/** The ranges of the settings as the regions of the trimmer, without adding and removing. */
function useRegionsOf({ seconds, given, values, change }: TrimFieldsProps): Regions {
  const [chosen, select] = useState(0);
  const ranges = (given["ranges"] ?? []) as readonly TimeRange[];
  const trimmed = trimRanges(
    { start: values["start"] as number, end: values["end"] as number, ranges },
    { seconds },
  );
  const all: readonly Region[] =
    trimmed.length > 0
      ? trimmed.map((range, id) => ({ ...range, id }))
      : [{ id: 0, start: 0, end: seconds }];
  const put = (region: Region): void => {
    if (ranges.length === 0) return change({ start: region.start, end: region.end });
    const next = all.map((one) => (one.id === region.id ? region : one));
    change({ ranges: next.map(({ start, end }) => [start, end]) as unknown as Json });
  };
  const move: Regions["move"] = (id, edge, to) => {
    const region = all.find((one) => one.id === id);
    if (region) put(moveEdge(region, edge, to, seconds));
  };
  const nothing = (): void => {};
  return {
    all,
    selected: all.find(({ id }) => id === chosen) ?? all[0]!,
    select,
    put,
    move,
    settle: move,
    add: nothing,
    split: nothing,
    remove: nothing,
    undo: null,
    redo: null,
  };
}

/** What is kept of a sound: on its waveform and in numbers, with fades. */
export function TrimFields(props: TrimFieldsProps) {
  const { file, seconds, values, change, mediaRef } = props;
  const { t, format } = useLocale();
  const open = useCallback(() => Promise.resolve(file), [file]);
  const peaks = usePeaks(open);
  const waves = useMemo(
    () => (peaks ? [{ peaks: peaks.peaks, tone: "original" as const }] : []),
    [peaks],
  );
  const regions = useRegionsOf(props);
  const [view, setView] = useState<View>({ from: 0, to: seconds });
  const [time, setTime] = useState(0);
  useEffect(() => {
    const element = mediaRef.current;
    const show = (): void => setTime(element?.currentTime ?? 0);
    const events = ["timeupdate", "seeked"];
    for (const event of events) element?.addEventListener(event, show);
    return () => {
      for (const event of events) element?.removeEventListener(event, show);
    };
  }, [mediaRef]);
  const seek = (to: number): void => {
    const at = Math.min(seconds, Math.max(0, to));
    setTime(at);
    if (mediaRef.current) mediaRef.current.currentTime = at;
  };
  const fade = (name: "fadeIn" | "fadeOut") => (
    <DraftField
      label={t(`panel-editor:fade.${name}`)}
      value={values[name] as number}
      text={writeClock(values[name] as number, format)}
      read={readClock}
      wrong={t("panel-kit:wrongTime")}
      steps={STEPS}
      onCommit={(next) => change({ [name]: Math.min(MAX_FADE, Math.max(0, next)) })}
    />
  );
  const hasFades = values["fadeIn"] !== 0 || values["fadeOut"] !== 0;
  return (
    <div className={panel["panel"]}>
      <TrimWave
        waves={waves}
        duration={seconds}
        time={time}
        view={view}
        setView={setView}
        regions={regions}
        onSeek={seek}
        onSettled={() => {}}
      />
      <RegionFields regions={regions} onSettled={() => {}} />
      <div className={panel["fields"]}>
        {fade("fadeIn")}
        {fade("fadeOut")}
      </div>
      {hasFades && (
        <Select
          label={t("panel-editor:curve")}
          value={values["curve"] as string}
          onChange={({ target }) => change({ curve: target.value })}
        >
          {FADE_CURVES.map((name) => (
            <option key={name} value={name}>
              {t(`panel-editor:curves.${name}`)}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}
