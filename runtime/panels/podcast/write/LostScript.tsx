import { useT } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import type { SteadyJob } from "#runtime/contract/job.ts";
import type { PodcastSetup } from "../setup/setup.ts";
import type { ChangeSetup } from "../setup/use-setup.ts";
import { findLostScript } from "./lost-script.ts";

/** Reports that the browser has deleted a script, and offers to get it back. */
export function LostScript({
  all,
  setup,
  onChange,
}: {
  readonly all: readonly SteadyJob[];
  readonly setup: PodcastSetup;
  readonly onChange: ChangeSetup;
}) {
  const t = useT();
  const lost = findLostScript(all, setup);
  if (lost === null) return null;
  if (lost.kind === "deleted")
    return <Notice weight="attention">{t("panel-podcast:lost.deleted")}</Notice>;
  const { script, hosts, music, writtenBy } = lost.params;
  const restore = (): void =>
    onChange({
      source: setup.source.trim() === "" ? lost.source : setup.source,
      title: script.title,
      language: script.language,
      lines: script.lines,
      hosts,
      music,
      writtenBy,
    });
  return (
    <Notice
      weight="attention"
      actions={
        <Button small onClick={restore}>
          {t("panel-podcast:lost.use")}
        </Button>
      }
    >
      {t("panel-podcast:lost.episode")}
    </Notice>
  );
}
