import Download from "lucide-react/icons/download";
import FileArchive from "lucide-react/icons/file-archive";
import { useId } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import { videoHint, SaveFormat } from "#runtime/panel-kit/save/SaveFormat.tsx";
import type { SavingResults } from "#runtime/panel-kit/save/use-saving.ts";
import { Button } from "#runtime/ui/Button.tsx";
import type { Saving } from "#runtime/contract/file.ts";
import css from "./mixer.module.css";

/** Saves the mix, or all stems as one file. */
export function SaveBar({
  saving,
  leads,
  onFormat,
  canMix,
  mixing,
  onMix,
  zipping,
  count,
  onZip,
}: {
  readonly saving: Saving;
  /** Whether saving the mix is the main action, because a stem was removed from it. */
  readonly leads: boolean;
  readonly onFormat: (chosen: Saving["chosen"]) => void;
  /** Whether any stem of the mix is audible. */
  readonly canMix: boolean;
  /** Progress of the mix; null while nothing is rendered. */
  readonly mixing: number | null;
  readonly onMix: () => void;
  readonly zipping: SavingResults["done"];
  /** Number of stems. */
  readonly count: number;
  readonly onZip: () => void;
}) {
  const { t, format } = useLocale();
  const textOf = (part: number | null, text: string): string =>
    part === null ? text : t("panel-kit:converting", { part: format.percent(part) });
  const hint = videoHint(saving);
  const hintId = useId();
  return (
    <div className={css["save"]}>
      <SaveFormat saving={saving} hintId={hint === null ? undefined : hintId} onChange={onFormat} />
      <Button
        look={leads ? "primary" : "secondary"}
        icon={<Download />}
        disabled={!canMix}
        busy={mixing !== null}
        onClick={onMix}
      >
        {textOf(mixing, t("panel-separation:save.mix"))}
      </Button>
      <Button icon={<FileArchive />} busy={zipping !== null} onClick={onZip}>
        {textOf(zipping, t("panel-separation:save.zip", { count }))}
      </Button>
      {hint !== null && (
        <p id={hintId} className={kit["soft"]}>
          {t(hint)}
        </p>
      )}
      {!canMix && <p className={kit["soft"]}>{t("panel-separation:save.silent")}</p>}
    </div>
  );
}
