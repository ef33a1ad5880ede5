import CornerUpRight from "lucide-react/icons/corner-up-right";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import type { Mashup } from "#audio/music/mashup.ts";
import type { Mix } from "#runtime/audio/worker/sounds.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { SaveFormat } from "#runtime/panel-kit/save/SaveFormat.tsx";
import { useRendering, useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { writeMix } from "#runtime/panel-kit/save/write-mix.ts";
import { InActionBar } from "#runtime/contract/action-bar.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { Saving } from "#runtime/contract/file.ts";
import { leaveInEditor } from "./open-in-editor.ts";

/** Saves the mashup, or opens it in the editor, in the action bar. */
export function SaveMashup({
  mashup,
  mix,
  name,
  stored,
  outdated,
}: {
  /** Whether it was made with other settings. */
  readonly outdated: boolean;
  readonly mashup: Mashup;
  /** Null until its parts are open. */
  readonly mix: Mix | null;
  readonly name: string;
  /** Saved format of a part. */
  readonly stored: Saving;
}) {
  const { t, format } = useLocale();
  const { files, router, tools } = useWorkspace();
  const [chosen, setChosen] = useState<OutputFormat>("wav16");
  const saving = useRendering();
  const sending = useRendering();
  const saveFile = useSaveFile();
  const editor = tools.find(
    (one) => one.available && one.panel === "editor" && one.preset === "edit",
  );
  const keep = (): void =>
    saving.start(async (options) => {
      const made = await writeMix({ mix: mix!, output: chosen, name, suffix: "mashup" }, options);
      await saveFile(made, made.name);
    });
  const send = (): void =>
    sending.start(async (options) => {
      await leaveInEditor({ mashup, mix: mix!, name }, { ...options, files, now: Date.now() });
      await router.navigate(`${editor!.path}?from=workspace`);
    });
  const textOf = (part: number | null, text: string): string =>
    part === null ? text : t("panel-kit:converting", { part: format.percent(part) });
  return (
    <>
      <InActionBar region="actions">
        <SaveFormat
          saving={{ ...stored, chosen }}
          hintId={undefined}
          onChange={(choice) => setChosen(choice === "keep" ? stored.stored : choice)}
        />
        {editor && (
          <Button
            icon={<CornerUpRight className="flip" />}
            disabled={!mix}
            busy={sending.done !== null}
            onClick={send}
          >
            {textOf(sending.done, t("panel-kit:openEditor"))}
          </Button>
        )}
      </InActionBar>
      {/* Beside the start of an update, it is not the main action. */}
      <InActionBar region={outdated ? "actions" : "primary"}>
        <Button
          look={outdated ? "secondary" : "primary"}
          icon={<Download />}
          disabled={!mix}
          busy={saving.done !== null}
          onClick={keep}
        >
          {textOf(saving.done, t("panel-mashup:save"))}
        </Button>
      </InActionBar>
    </>
  );
}
