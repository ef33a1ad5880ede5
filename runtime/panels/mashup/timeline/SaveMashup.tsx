import { useState } from "react";
import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import type { Mashup } from "#audio/music/mashup.ts";
import type { Mix } from "#runtime/audio/worker/sounds.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { OpenInEditor } from "#runtime/panel-kit/save/OpenInEditor.tsx";
import { SaveFormat } from "#runtime/panel-kit/save/SaveFormat.tsx";
import { SaveRendered } from "#runtime/panel-kit/save/SaveRendered.tsx";
import { writeMix } from "#runtime/panel-kit/save/write-mix.ts";
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
  const t = useT();
  const { files } = useWorkspace();
  const [chosen, setChosen] = useState<OutputFormat>("wav16");
  return (
    <SaveRendered
      label={t("panel-mashup:save")}
      outdated={outdated}
      disabled={!mix}
      make={(options) => writeMix({ mix: mix!, output: chosen, name, suffix: "mashup" }, options)}
    >
      <SaveFormat
        saving={{ ...stored, chosen }}
        hintId={undefined}
        onChange={(choice) => setChosen(choice === "keep" ? stored.stored : choice)}
      />
      <OpenInEditor
        disabled={!mix}
        send={(options) =>
          leaveInEditor({ mashup, mix: mix!, name }, { ...options, files, now: Date.now() })
        }
      />
    </SaveRendered>
  );
}
