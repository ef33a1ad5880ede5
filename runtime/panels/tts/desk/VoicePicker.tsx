import { useId } from "react";
import { useVoices } from "../../../audio/voices/use-voices.ts";
import type { VoiceId } from "../../../audio/voices/voices.ts";
import { useT } from "../../../i18n/context.tsx";
import css from "../looks/tts.module.css";

/** The voices, of which one speaks. The arrow keys go through all. */
export function VoicePicker({
  value,
  onChange,
}: {
  readonly value: VoiceId;
  readonly onChange: (persona: VoiceId) => void;
}) {
  const t = useT();
  const id = useId();
  const voices = useVoices();
  return (
    <fieldset className={css["voices"]}>
      <legend>{t("panel-tts:voice.label")}</legend>
      {voices.map(({ id: persona, name, isOwn }) => (
        <label key={persona} className={css["voice"]}>
          <input
            type="radio"
            name={id}
            value={persona}
            checked={persona === value}
            onChange={() => onChange(persona)}
          />
          <span {...(!isOwn && { lang: "en" })}>
            <bdi>{name}</bdi>
          </span>
          <span>{t(`panel-tts:voice.${isOwn ? "own" : persona}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
