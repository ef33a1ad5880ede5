import { useVoices } from "#runtime/audio/voices/use-voices.ts";
import type { VoiceId } from "#runtime/audio/voices/voices.ts";
import { useT } from "#runtime/i18n/context.tsx";
import css from "../../../panel-kit/layout/kit.module.css";
import { HostedVoiceNote } from "#runtime/panel-kit/settings/HostedVoiceNote.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import { type TranslatorSetup, type Under, UNDERS } from "./setup.ts";
import type { ChangeSetup } from "./use-setup.ts";

/** The voice and the background. */
export function VoiceFields({
  setup: { voice, under },
  to,
  onChange,
}: {
  readonly setup: TranslatorSetup;
  /** Locale of the translation. */
  readonly to: string;
  readonly onChange: ChangeSetup;
}) {
  const t = useT();
  const voices = useVoices(to);
  return (
    <div className={css["settings"]}>
      <Select
        label={t("panel-kit:effect.voice.preset.label")}
        hint={t("panel-translator:voice.hint")}
        value={voice}
        onChange={({ target }) => onChange({ voice: target.value as VoiceId })}
      >
        {voices.map(({ id, name, isHosted }) => (
          <option key={id} value={id}>
            {isHosted ? t("panel-kit:hosted.name", { name }) : name}
          </option>
        ))}
      </Select>
      <HostedVoiceNote voices={[voice]} />
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
