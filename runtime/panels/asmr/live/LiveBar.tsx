import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import Shuffle from "lucide-react/icons/shuffle";
import type { Scape } from "#audio/soundscape/scape.ts";
import { useT } from "#runtime/i18n/context.tsx";
import css from "../../../panel-kit/layout/kit.module.css";
import { Button } from "#runtime/ui/Button.tsx";
import { CopyButton } from "#runtime/ui/brief/CopyButton.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { useShortcut } from "#runtime/contract/shortcuts/use-shortcut.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { createShare } from "#runtime/services/share.ts";
import { useLive } from "./use-live.ts";

/** Plays the present settings without an end. */
export function LiveBar({
  scape,
  linkOf,
  onVary,
}: {
  readonly scape: Scape;
  /** Address that opens the page with these settings. */
  readonly linkOf: () => string;
  readonly onVary: () => void;
}) {
  const t = useT();
  const { notices } = useWorkspace();
  const { live, state } = useLive(scape);
  const isOn = state === "running" || state === "starting";
  const toggle = (): void => (isOn ? live.stop() : void live.start());
  useShortcut("audio.play", toggle);
  const copy = async (): Promise<boolean> => {
    const isCopied = await createShare({ navigator, document }).copyLink(linkOf());
    if (!isCopied) notices.warn("errors:job.failed");
    return isCopied;
  };
  return (
    <>
      <div className={css["row"]}>
        <Button icon={isOn ? <Pause /> : <Play />} onClick={toggle}>
          {t(isOn ? "panel-kit:pause" : "panel-kit:play")}
        </Button>
        <Button icon={<Shuffle />} onClick={onVary}>
          {t("panel-asmr:vary")}
        </Button>
        <CopyButton label={t("panel-asmr:link")} copied={t("panel-kit:linkCopied")} copy={copy} />
        <output className={css["soft"]}>
          {t(Object.keys(scape.layers).length > 0 ? "panel-asmr:live" : "panel-asmr:none")}
        </output>
      </div>
      {state === "failed" && <Notice weight="bad">{t("panel-asmr:failed")}</Notice>}
    </>
  );
}
