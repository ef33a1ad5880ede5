import FileArchive from "lucide-react/icons/file-archive";
import { useId } from "react";
import { useT } from "#runtime/i18n/context.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import { videoHint, SaveFormat } from "#runtime/panel-kit/save/SaveFormat.tsx";
import { SaveButton } from "#runtime/panel-kit/save/SaveButton.tsx";
import type { Rendering } from "#runtime/panel-kit/save/use-rendering.ts";
import { InActionBar } from "#runtime/contract/action-bar.ts";
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
  readonly mixing: Pick<Rendering, "done" | "isMade">;
  readonly onMix: () => void;
  readonly zipping: Pick<Rendering, "done" | "isMade">;
  /** Number of stems. */
  readonly count: number;
  readonly onZip: () => void;
}) {
  const t = useT();
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
        <SaveButton
          label={t("panel-separation:save.mix")}
          look={lookOf("mix")}
          disabled={!canMix}
          rendering={mixing}
          onClick={onMix}
        />
      </InActionBar>
      <InActionBar region={main === "stems" ? "primary" : "actions"}>
        <SaveButton
          label={t("panel-separation:save.zip", { count })}
          look={lookOf("stems")}
          icon={<FileArchive />}
          rendering={zipping}
          onClick={onZip}
        />
      </InActionBar>
    </>
  );
}
