import type { ReactNode, Ref } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { StateArc } from "../../ui/arc/StateArc.tsx";
import css from "./kit.module.css";

/** A section for a sound: its name, facts about it, and its controls. */
export function SoundSection({
  label,
  name,
  facts,
  ref,
  children,
}: {
  readonly label: string;
  readonly name: string;
  readonly facts?: ReactNode;
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
}) {
  return (
    <section ref={ref} className={css["sound"]} aria-label={label}>
      <div className={css["head"]}>
        <h2 className={css["name"]}>
          <bdi>{name}</bdi>
        </h2>
        <span className={css["soft"]}>{facts}</span>
      </div>
      {children}
    </section>
  );
}

/** Length and sample rate of a sound, in seconds and Hz. */
export function SoundFacts({
  duration,
  sampleRate,
}: {
  readonly duration: number;
  readonly sampleRate: number;
}) {
  const { format } = useLocale();
  return `${format.duration(duration)} · ${format.sampleRate(sampleRate)}`;
}

/** A placeholder of the size of a waveform, while its file is opened. */
export const WaveformPlaceholder = () => (
  <div className={css["bone"]} aria-hidden="true">
    <StateArc state="opening" />
  </div>
);
