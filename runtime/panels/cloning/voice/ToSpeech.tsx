import AudioLines from "lucide-react/icons/audio-lines";
import type { OwnVoiceId } from "#runtime/audio/voices/own-voice.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { ButtonLink } from "#runtime/ui/Button.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";

/** A link to text to speech with a voice. */
export function ToSpeech({ voice }: { readonly voice: OwnVoiceId }) {
  const t = useT();
  const { tools } = useWorkspace();
  const speech = tools.find((one) => one.available && one.panel === "tts");
  if (!speech) return null;
  return (
    <ButtonLink small icon={<AudioLines />} href={`${speech.path}?from=workspace&voice=${voice}`}>
      {t("panel-cloning:toSpeech")}
    </ButtonLink>
  );
}
