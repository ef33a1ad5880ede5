import { useEffect, useState } from "react";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { useT } from "../../i18n/context.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { TrayFile } from "../../contract/file.ts";

/** A note before a mono file is split that stems cannot be told apart by their stereo position. */
export function MonoNote({ file }: { readonly file: Pick<TrayFile, "id"> }) {
  const t = useT();
  const { files } = useWorkspace();
  const [isMono, setMono] = useState(false);
  useEffect(() => {
    let here = true;
    const look = async (): Promise<void> => {
      const reading = await sharedEngine().open([await files.open(file.id)]);
      reading.close();
      if (here) setMono(reading.files[0]!.channels === 1);
    };
    // The tray or the job reports errors of the file.
    look().catch(() => {});
    return () => {
      here = false;
    };
  }, [files, file.id]);
  if (!isMono) return null;
  return (
    <Notice weight="attention">
      <p>{t("panel-kit:mono")}</p>
    </Notice>
  );
}
