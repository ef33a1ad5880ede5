import { nameSpeaker } from "#core/transcript/edit-transcript.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { TextField } from "#runtime/ui/field/Field.tsx";
import css from "../looks/transcript.module.css";

/** Text fields for the names of speakers. */
export function Speakers({
  transcript: { speakers },
  change,
}: {
  readonly transcript: Transcript;
  readonly change: (next: (transcript: Transcript) => Transcript) => void;
}) {
  const { t, format } = useLocale();
  if (speakers.length === 0) return null;
  return (
    <fieldset className={css["group"]}>
      <legend>{t("panel-transcript:speaker.title")}</legend>
      <div className={css["fields"]}>
        {speakers.map((name, at) => (
          <TextField
            // Speakers are identified by index.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            label={t("panel-transcript:speaker.name", { number: format.number(at + 1) })}
            value={name}
            onChange={({ target }) =>
              change((transcript) => nameSpeaker(transcript, at, target.value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
