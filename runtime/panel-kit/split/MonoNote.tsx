import { useEffect, useState } from "react";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { useT } from "../../i18n/context.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import type { TrayFile } from "../../workspace/contract/file.ts";

/** Says of a file with one channel, before it is split, that nothing can be told by its place. */
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
    // What is wrong with the file is said by the list of files, or when it is worked on.
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
