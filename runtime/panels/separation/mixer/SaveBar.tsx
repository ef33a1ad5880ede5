import Download from "lucide-react/icons/download";
import FileArchive from "lucide-react/icons/file-archive";
import { useId } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import { videoHint, SaveFormat } from "#runtime/panel-kit/save/SaveFormat.tsx";
import type { SavingResults } from "#runtime/panel-kit/save/use-saving.ts";
import { InActionBar } from "#runtime/contract/action-bar.ts";
import { Button } from "#runtime/ui/Button.tsx";
import type { Saving } from "#runtime/contract/file.ts";

/** Saves the mix, or all stems as one file, in the action bar. */
export function SaveBar({
  saving,
  main,
  unchanged,
  onFormat,
  canMix,
  mixing,
  onMix,
  zipping,
  count,
  onZip,
}: {
  readonly saving: Saving;
  /** What the tool is for: the mix without a stem, or all of the stems. */
  readonly main: "mix" | "stems";
  /** Whether the separation changed nothing, so that there is little reason to save it. */
  readonly unchanged: boolean;
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
  const lookOf = (saved: typeof main): "primary" | "secondary" =>
    saved === main && !unchanged ? "primary" : "secondary";
  const hint = videoHint(saving);
  const hintId = useId();
  return (
    <>
      <InActionBar region="status">
        {hint !== null && (
          <p id={hintId} className={kit["soft"]}>
            {t(hint)}
          </p>
        )}
        {!canMix && <p className={kit["soft"]}>{t("panel-separation:save.silent")}</p>}
      </InActionBar>
      <InActionBar region="actions">
        <SaveFormat
          saving={saving}
          hintId={hint === null ? undefined : hintId}
          onChange={onFormat}
        />
      </InActionBar>
      <InActionBar region={main === "mix" ? "primary" : "actions"}>
        <Button
          look={lookOf("mix")}
          icon={<Download />}
          disabled={!canMix}
          busy={mixing !== null}
          onClick={onMix}
        >
          {textOf(mixing, t("panel-separation:save.mix"))}
        </Button>
      </InActionBar>
      <InActionBar region={main === "stems" ? "primary" : "actions"}>
        <Button
          look={lookOf("stems")}
          icon={<FileArchive />}
          busy={zipping !== null}
          onClick={onZip}
        >
          {textOf(zipping, t("panel-separation:save.zip", { count }))}
        </Button>
      </InActionBar>
    </>
  );
}
