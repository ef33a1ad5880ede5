import { useVoices } from "../../../audio/voices/use-voices.ts";
import type { VoiceId } from "../../../audio/voices/voices.ts";
import { useT } from "../../../i18n/context.tsx";
import css from "../../../panel-kit/layout/kit.module.css";
import { Select } from "../../../ui/field/Field.tsx";
import type { TranslatorSetup, Under } from "./setup.ts";
import { UNDERS } from "./setup.ts";
import type { ChangeSetup } from "./use-setup.ts";

/** Who speaks, and what lies under the voice. */
export function VoiceFields({
  setup: { voice, under },
  onChange,
}: {
  readonly setup: TranslatorSetup;
  readonly onChange: ChangeSetup;
}) {
  const t = useT();
  const voices = useVoices();
  return (
    <div className={css["settings"]}>
      <Select
        label={t("panel-kit:effect.voice.preset.label")}
        hint={t("panel-translator:voice.hint")}
        value={voice}
        onChange={({ target }) => onChange({ voice: target.value as VoiceId })}
      >
        {voices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={t("panel-translator:under.label")}
        hint={t(`panel-translator:under.about.${under}`)}
        value={under}
        onChange={({ target }) => onChange({ under: target.value as Under })}
      >
        {UNDERS.map((one) => (
          <option key={one} value={one}>
            {t(`panel-translator:under.${one}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}
