import { useLocale } from "#runtime/i18n/context.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import { ModelDelivery } from "#runtime/panel-kit/settings/ModelDelivery.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import type { StudioChoice } from "./setup.ts";
import type { StudioVoices } from "./use-studio-voices.ts";

/**
 * Chooses between the built-in voice and a studio model, with the model's voices and requirements.
 */
export function StudioVoice({
  voices: { offered, model, voices },
  value,
  onChange,
}: {
  readonly voices: StudioVoices;
  readonly value: StudioChoice | undefined;
  readonly onChange: (choice: StudioChoice | null) => void;
}) {
  const { t, format } = useLocale();
  if (offered.length === 0) return null;
  return (
    <div className={kit["settings"]}>
      <Select
        label={t("panel-kit:quality.label")}
        value={model?.id ?? ""}
        onChange={({ target }) =>
          onChange(target.value === "" ? null : { model: target.value, voice: "" })
        }
      >
        <option value="">{t("panel-kit:quality.builtIn")}</option>
        {offered.map(({ id, name, bytes }) => (
          <option key={id} value={id}>
            {t("panel-kit:quality.studio", { name, size: format.bytes(bytes) })}
          </option>
        ))}
      </Select>
      {model && voices.length > 1 && (
        <Select
          label={t("panel-tts:voice.label")}
          value={voices.some(({ id }) => id === value?.voice) ? value!.voice : voices[0]!.id}
          onChange={({ target }) => onChange({ model: model.id, voice: target.value })}
        >
          {voices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {model && <ModelDelivery key={model.id} model={model} />}
    </div>
  );
}
