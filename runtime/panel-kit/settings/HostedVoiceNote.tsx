import { type VoiceId, isHostedVoice } from "../../audio/voices/voices.ts";
import { useT } from "../../i18n/context.tsx";
import { useWorkspace } from "../../contract/context.ts";
import css from "../layout/kit.module.css";

/**
 * States that a hosted voice receives the text, and where it is hosted; renders nothing for local
 * voices.
 */
export function HostedVoiceNote({ voices }: { readonly voices: readonly VoiceId[] }) {
  const t = useT();
  const { host } = useWorkspace().hosted;
  if (!voices.some(isHostedVoice)) return null;
  return (
    <p className={css["note"]} data-hosted>
      {t("panel-kit:hosted.sent", { host })}
    </p>
  );
}
