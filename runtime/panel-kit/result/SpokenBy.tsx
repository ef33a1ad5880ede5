import { useVoices } from "../../audio/voices/use-voices.ts";
import { type VoiceId, isHostedVoice, nameOfVoice } from "../../audio/voices/voices.ts";
import { useLocale } from "../../i18n/context.tsx";
import css from "../layout/kit.module.css";
import { EngineInfo } from "./EngineInfo.tsx";

/** The voices of a result; hosted voices have received the text. */
export function SpokenBy({ voices }: { readonly voices: readonly VoiceId[] }) {
  const { t, format } = useLocale();
  const all = useVoices();
  const hosted = [...new Set(voices.filter(isHostedVoice))];
  const names = hosted.map((id) => nameOfVoice(all, id) || "—");
  return (
    <>
      {hosted.length > 0 && (
        <p className={css["soft"]}>{t("panel-kit:hosted.made", { name: format.list(names) })}</p>
      )}
      {(hosted.length === 0 || !voices.every(isHostedVoice)) && <EngineInfo model={undefined} />}
    </>
  );
}
