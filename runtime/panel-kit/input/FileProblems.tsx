import { useLocale } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { ArcEntry, ArcNotice } from "../../ui/arc/ArcNotice.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { TrayFile } from "../../contract/file.ts";
import { faultText, joinFacts, namesText, offerUndo } from "../../contract/texts.ts";

/** Selected files that cannot be used, each with its name and the reason. */
export function FileProblems({ files }: { readonly files: readonly TrayFile[] }) {
  const { t, format } = useLocale();
  const { files: store, notices } = useWorkspace();
  if (files.length === 0) return null;
  const entries = files.map(({ id, name, size, problem }) => (
    <ArcEntry
      key={id}
      title={joinFacts([name, format.bytes(size)])}
      actions={
        <Button
          small
          aria-label={t("workspace:models.remove", { name })}
          onClick={() => offerUndo(notices, namesText("removed", [name]), store.remove([id]))}
        >
          {t("workspace:remove")}
        </Button>
      }
    >
      <p>{problem ? formatText(faultText(problem), t) : t("workspace:tray.missing")}</p>
    </ArcEntry>
  ));
  return <ArcNotice state="failed">{entries}</ArcNotice>;
}
