import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import Shuffle from "lucide-react/icons/shuffle";
import type { Scape } from "#audio/soundscape/scape.ts";
import { useT } from "#runtime/i18n/context.tsx";
import css from "../../../panel-kit/layout/kit.module.css";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { useShortcut } from "#runtime/contract/shortcuts/use-shortcut.ts";
import { useLive } from "./use-live.ts";

/** Plays the present settings without an end. */
export function LiveBar({ scape, onVary }: { readonly scape: Scape; readonly onVary: () => void }) {
  const t = useT();
  const { live, state } = useLive(scape);
  const isOn = state === "running" || state === "starting";
  const toggle = (): void => (isOn ? live.stop() : void live.start());
  useShortcut("audio.play", toggle);
  return (
    <>
      <div className={css["row"]}>
        <Button icon={isOn ? <Pause /> : <Play />} onClick={toggle}>
          {t(isOn ? "panel-kit:pause" : "panel-kit:play")}
        </Button>
        <Button icon={<Shuffle />} onClick={onVary}>
          {t("panel-asmr:vary")}
        </Button>
        <output className={css["soft"]}>
          {t(Object.keys(scape.layers).length > 0 ? "panel-asmr:live" : "panel-asmr:none")}
        </output>
      </div>
      {state === "failed" && <Notice weight="bad">{t("panel-asmr:failed")}</Notice>}
    </>
  );
}
