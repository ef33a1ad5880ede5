import Download from "lucide-react/icons/download";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import type { JobResult, Saving } from "../../workspace/contract/file.ts";
import css from "../layout/kit.module.css";
import { SaveFormat } from "./SaveFormat.tsx";
import { sizeToSave } from "./saving.ts";
import { useSaving } from "./use-saving.ts";

/** Saves a result in the format that is chosen, with one click. */
export function Save({
  result,
  outdated = false,
  onFormat,
}: {
  readonly result: JobResult;
  /** It was made with other settings than those that are shown. */
  readonly outdated?: boolean;
  readonly onFormat: (chosen: Saving["chosen"]) => void;
}) {
  const { t, format } = useLocale();
  const { save, done } = useSaving();
  const { bytes, isExact } = sizeToSave(result);
  return (
    <div className={css["save"]}>
      {result.saving && <SaveFormat saving={result.saving} onChange={onFormat} />}
      <Button
        look={outdated ? "secondary" : "primary"}
        icon={<Download />}
        busy={done !== null}
        onClick={() => save([result])}
      >
        {done === null
          ? t(outdated ? "panel-kit:downloadEarlier" : "panel-kit:download")
          : t("panel-kit:converting", { part: format.percent(done) })}
      </Button>
      {bytes !== null && (
        <span className={css["size"]}>
          {isExact ? format.bytes(bytes) : `≈ ${format.bytes(bytes)}`}
        </span>
      )}
    </div>
  );
}
