import { useId } from "react";
import type { PersonaId } from "../../../../audio/narration/personas.ts";
import { PERSONA_IDS } from "../../../../audio/narration/personas.ts";
import { useT } from "../../../i18n/context.tsx";
import css from "../looks/tts.module.css";

/** Names are the same in all languages. */
export const nameOfVoice = (id: PersonaId): string => id[0]!.toUpperCase() + id.slice(1);

/** The voices, of which one speaks. The arrow keys go through all. */
export function VoicePicker({
  value,
  onChange,
}: {
  readonly value: PersonaId;
  readonly onChange: (persona: PersonaId) => void;
}) {
  const t = useT();
  const id = useId();
  return (
    <fieldset className={css["voices"]}>
      <legend>{t("panel-tts:voice.label")}</legend>
      {PERSONA_IDS.map((persona) => (
        <label key={persona} className={css["voice"]}>
          <input
            type="radio"
            name={id}
            value={persona}
            checked={persona === value}
            onChange={() => onChange(persona)}
          />
          <span lang="en">{nameOfVoice(persona)}</span>
          <span>{t(`panel-tts:voice.${persona}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
