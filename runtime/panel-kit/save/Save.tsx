import { useId } from "react";
import { useLocale, useT } from "../../i18n/context.tsx";
import { InActionBar } from "../../contract/action-bar.ts";
import type { JobResult, Saving } from "../../contract/file.ts";
import css from "../layout/kit.module.css";
import { videoHint, SaveFormat } from "./SaveFormat.tsx";
import { SaveButton } from "./SaveButton.tsx";
import { sizeToSave } from "./saved-format.ts";
import { useSaving } from "./use-saving.ts";

/** Saves a result in the chosen format with one click, in the action bar. */
export function Save({
  result,
  outdated = false,
  unchanged = false,
  isInline = false,
  onFormat,
}: {
  readonly result: JobResult;
  /** Whether it was made with other settings. */
  readonly outdated?: boolean;
  /** Whether it equals its file, so that there is little reason to save it. */
  readonly unchanged?: boolean;
  /** Whether it stands at its result, because the main action is another or there are more results. */
  readonly isInline?: boolean;
  readonly onFormat: (chosen: Saving["chosen"]) => void;
}) {
  const t = useT();
  const saving = useSaving();
  const hint = result.saving ? videoHint(result.saving) : null;
  const hintId = useId();
  const formats = result.saving && (
    <SaveFormat
      saving={result.saving}
      hintId={hint === null ? undefined : hintId}
      onChange={onFormat}
    />
  );
  const explanation = hint !== null && (
    <p id={hintId} className={css["saveHint"]}>
      {t(hint)}
    </p>
  );
  const button = (
    <SaveButton
      label={t(outdated ? "panel-kit:downloadEarlier" : "panel-kit:download")}
      look={outdated || unchanged || isInline ? "secondary" : "primary"}
      rendering={saving}
      onClick={() => saving.save([result])}
    />
  );
  if (isInline)
    return (
      <div className={css["save"]}>
        {formats}
        {button}
        {explanation}
      </div>
    );
  return (
    <>
      <InActionBar region="status">{explanation}</InActionBar>
      <InActionBar region="actions">{formats}</InActionBar>
      {/* Beside the start of an update, it is not the main action. */}
      <InActionBar region={outdated ? "actions" : "primary"}>{button}</InActionBar>
    </>
  );
}

/** Size of the saved file, after other facts; nothing if it is unknown. */
export function SavedSize({ result }: { readonly result: JobResult }) {
  const { format } = useLocale();
  const { bytes, isExact } = sizeToSave(result);
  if (bytes === null) return null;
  return ` · ${isExact ? "" : "≈ "}${format.bytes(bytes)}`;
}
