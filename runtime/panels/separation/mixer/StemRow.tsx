import type { ReactNode } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Fader } from "#runtime/panel-kit/strip/Fader.tsx";
import { StripToggle } from "#runtime/panel-kit/strip/StripToggle.tsx";
import { type StemMix, FADER } from "./mix.ts";
import css from "./mixer.module.css";

/** A stem: mute, solo, level, pan, waveform and actions. */
export function StemRow({
  name,
  mix,
  isAudible,
  selected,
  onSelect,
  onChange,
  lane,
  actions,
}: {
  readonly name: string;
  readonly mix: StemMix;
  readonly isAudible: boolean;
  /** Whether the shortcuts for mute and solo apply to it. */
  readonly selected: boolean;
  readonly onSelect: () => void;
  readonly onChange: (change: Partial<StemMix>) => void;
  readonly lane: ReactNode;
  readonly actions: ReactNode;
}) {
  const { t, format } = useLocale();
  const { gain, pan, muted, solo } = mix;
  const share = { value: Math.round(Math.abs(pan) * 100) };
  const panText =
    pan === 0
      ? t("panel-kit:mixer.middle")
      : t(`panel-kit:mixer.${pan < 0 ? "left" : "right"}`, share);
  const gainText = gain <= FADER.least ? t("panel-separation:fader.silent") : format.decibels(gain);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- whatever is used in it makes it the one that keys are for
    <fieldset
      className={css["row"]}
      aria-label={name}
      data-selected={selected || undefined}
      data-heard={isAudible || undefined}
      onPointerDown={onSelect}
      onFocus={onSelect}
    >
      <div className={css["head"]}>
        <div className={css["title"]}>
          <span className={css["name"]}>{name}</span>
          <StripToggle
            kind="mute"
            label={t("panel-separation:mute", { name })}
            pressed={muted}
            onToggle={() => onChange({ muted: !muted })}
          />
          <StripToggle
            kind="solo"
            label={t("panel-separation:solo", { name })}
            pressed={solo}
            onToggle={() => onChange({ solo: !solo })}
          />
        </div>
        <Fader
          label={t("panel-kit:mixer.volume")}
          name={t("panel-separation:fader.volumeOf", { name })}
          text={gainText}
          range={[FADER.least, FADER.most]}
          step={0.5}
          value={gain}
          onChange={(next) => onChange({ gain: next })}
        />
        <Fader
          label={t("panel-kit:mixer.pan")}
          name={t("panel-separation:pan.of", { name })}
          text={panText}
          range={[-1, 1]}
          step={0.05}
          value={pan}
          onChange={(next) => onChange({ pan: next })}
        />
      </div>
      {lane}
      <div className={css["actions"]}>{actions}</div>
    </fieldset>
  );
}
