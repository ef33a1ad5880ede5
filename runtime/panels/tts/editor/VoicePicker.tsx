import { useId } from "react";
import { fetchVoiceSample, voiceSampleOf } from "#runtime/audio/voices/voice-samples.ts";
import { useVoices } from "#runtime/audio/voices/use-voices.ts";
import type { VoiceId } from "#runtime/audio/voices/voices.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { PlayButton } from "#runtime/panel-kit/player/PreviewLine.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { Radio } from "#runtime/ui/choice/Radio.tsx";
import css from "../looks/tts.module.css";

/** A radio group of voices. The arrow keys go through all. */
export function VoicePicker({
  value,
  language,
  onChange,
}: {
  readonly value: VoiceId;
  /** Locale code. */
  readonly language: string;
  readonly onChange: (persona: VoiceId) => void;
}) {
  const t = useT();
  const id = useId();
  const voices = useVoices(language);
  return (
    <fieldset className={css["voices"]}>
      <legend>{t("panel-tts:voice.label")}</legend>
      {voices.map(({ id: persona, name, isOwn, isHosted }) => (
        <div key={persona} className={css["voice"]}>
          <label>
            <Radio
              isCovering
              name={id}
              value={persona}
              checked={persona === value}
              onChange={() => onChange(persona)}
            />
            <span {...(!isOwn && !isHosted && { lang: "en" })}>
              <bdi>{name}</bdi>
            </span>
            <span>
              {isHosted
                ? t("panel-kit:hosted.kind")
                : t(`panel-tts:voice.${isOwn ? "own" : persona}`)}
            </span>
          </label>
          <Sample id={persona} name={name} />
        </div>
      ))}
    </fieldset>
  );
}

/** Plays a sample of a built-in voice. */
function Sample({ id, name }: { readonly id: VoiceId; readonly name: string }) {
  const { preview } = useWorkspace();
  const address = voiceSampleOf(id);
  return (
    address !== null && (
      <PlayButton
        id={address}
        name={name}
        disabled={false}
        onPlay={() => preview.toggle(address, () => fetchVoiceSample(address))}
      />
    )
  );
}
