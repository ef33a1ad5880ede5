import { useT } from "../../i18n/context.tsx";
import css from "./panel.module.css";
import type { VoiceSource } from "./voice-setup.ts";

const SOURCES: readonly VoiceSource[] = ["file", "microphone"];

/** Chooses between files and microphone. */
export function Source({
  value,
  onChange,
}: {
  readonly value: VoiceSource;
  readonly onChange: (source: VoiceSource) => void;
}) {
  const t = useT();
  return (
    <div className={css["sources"]} role="radiogroup" aria-label={t("panel-voice-changer:source")}>
      {SOURCES.map((name) => (
        <label key={name} className={css["source"]}>
          <input
            type="radio"
            name="voice-source"
            checked={value === name}
            onChange={() => onChange(name)}
          />
          <span>{t(`panel-voice-changer:sources.${name}`)}</span>
        </label>
      ))}
    </div>
  );
}
