import { MAX_NAME_LENGTH } from "#runtime/audio/voices/own-voice.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { TextArea, TextField } from "#runtime/ui/field/Field.tsx";
import css from "../looks/cloning.module.css";
import { type CloneSetup, MAX_SENTENCE } from "../setup/setup.ts";

/** Name of the voice and its first sentence. */
export function CloneFields({
  setup,
  defaults,
  onChange,
}: {
  readonly setup: CloneSetup;
  /** Defaults of empty fields. */
  readonly defaults: Pick<CloneSetup, "name" | "sentence">;
  readonly onChange: (part: Partial<CloneSetup>) => void;
}) {
  const t = useT();
  return (
    <>
      <TextField
        label={t("panel-cloning:name.label")}
        dir="auto"
        maxLength={MAX_NAME_LENGTH}
        placeholder={defaults.name}
        value={setup.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextArea
        label={t("panel-cloning:test.label")}
        hint={t("panel-cloning:test.hint")}
        dir="auto"
        rows={3}
        limit={MAX_SENTENCE}
        placeholder={defaults.sentence}
        value={setup.sentence}
        onChange={({ target }) => onChange({ sentence: target.value })}
      />
      <p className={css["soft"]}>{t("panel-cloning:engine")}</p>
    </>
  );
}
