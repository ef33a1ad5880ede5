import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useState } from "react";
import { lengthInBars, secondsOfBar } from "#audio/music/mashup.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { SoundSection } from "#runtime/panel-kit/layout/SoundSection.tsx";
import { useMixPlayer, usePlayhead } from "#runtime/panel-kit/player/use-mix-player.ts";
import { EngineInfo } from "#runtime/panel-kit/result/EngineInfo.tsx";
import { useScrollIntoView } from "#runtime/panel-kit/result/use-scroll-into-view.ts";
import { useRecords } from "#runtime/panel-kit/result/use-records.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { Slider } from "#runtime/ui/field/Field.tsx";
import { useShortcut } from "#runtime/contract/shortcuts/use-shortcut.ts";
import { BlockTools } from "./BlockTools.tsx";
import { type BlockPosition, PartLane } from "./PartLane.tsx";
import { SaveMashup } from "./SaveMashup.tsx";
import css from "./timeline.module.css";
import { type MashupInput, useMashup } from "./use-mashup.ts";

/** Bars displayed after the last one, to move blocks to. */
const SPARE = 4;

/**
 * The mashup: playback, arrangement in blocks, saving, and opening in the editor. Keyed by its job.
 */
export function Timeline({
  isNew,
  outdated,
  ...input
}: MashupInput & {
  /** Whether it was made with other settings. */
  readonly outdated: boolean;
  /** Whether it was finished while the panel was open. */
  readonly isNew: boolean;
}) {
  const { t, format } = useLocale();
  const { mashup, change, mix, warps } = useMashup(input);
  const { mixing, playing } = useMixPlayer(mix);
  const player = mixing?.player ?? null;
  const time = usePlayhead(player);
  const records = useRecords(input.results);
  const [selected, select] = useState<BlockPosition | null>(null);
  const bar = secondsOfBar(mashup);
  const bars = lengthInBars(mashup);
  const seconds = bars * bar;
  const name = input.names.map((one) => one.replace(/\.[^.]{1,5}$/, "")).join(" + ");
  const toggle = (): void => (playing ? player?.pause() : player?.play());
  useShortcut("audio.play", player ? toggle : null);
  // Models do not depend on stereo position.
  const isMono = input.results.some(({ id }, at) => {
    const record = records.get(id);
    return input.takes[at] !== "all" && !record?.model && record?.findings?.figures?.["mono"] === 1;
  });
  const made = input.results.map(({ id }) => records.get(id));
  const model = made.find((one) => one?.model)?.model;
  return (
    <SoundSection
      ref={useScrollIntoView(isNew)}
      label={t("panel-mashup:title")}
      name={name}
      facts={`${format.duration(seconds)} · ${t("panel-mashup:bpm", { count: mashup.bpm })}`}
    >
      <div className={css["bar"]}>
        <Button icon={playing ? <Pause /> : <Play />} disabled={!player} onClick={toggle}>
          {t(playing ? "panel-kit:pause" : "panel-kit:play")}
        </Button>
        <Slider
          label={t("panel-kit:position")}
          output={`${format.clock(time, 1)} · ${t("panel-mashup:bar", { count: Math.floor(time / bar + 1e-6) + 1 })}`}
          min={0}
          max={Math.max(seconds, 0.1)}
          step={0.01}
          value={Math.min(time, seconds)}
          onChange={({ target }) => player?.seek(target.valueAsNumber)}
        />
      </div>
      <div className={css["rows"]}>
        {mashup.parts.map((_, part) => (
          <PartLane
            key={part}
            mashup={mashup}
            part={part}
            result={input.results[part]!}
            warp={warps[part]!}
            bars={bars + SPARE}
            position={time / bar}
            selected={selected}
            onSelect={select}
            onSeek={(to) => player?.seek(Math.min(seconds, to * bar))}
            onChange={change}
          />
        ))}
      </div>
      <BlockTools
        mashup={mashup}
        selected={selected}
        here={Math.round(time / bar)}
        onChange={change}
      />
      {isMono && <Notice weight="attention">{t("panel-mashup:mono")}</Notice>}
      <SaveMashup {...{ mashup, mix, name, outdated }} stored={input.results[0]!.saving!} />
      <EngineInfo model={model} runsWith={made.find((one) => one?.runsWith)?.runsWith} />
    </SoundSection>
  );
}
