import CornerUpRight from "lucide-react/icons/corner-up-right";
import { useWorkspace } from "../../contract/context.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { type MakeOptions, useRendering } from "./use-rendering.ts";

/** Opens something in the editor; nothing if the site has none. */
export function OpenInEditor({
  disabled = false,
  send,
}: {
  readonly disabled?: boolean;
  /** Passes it to the editor, which is opened then. */
  readonly send: (options: MakeOptions) => Promise<void>;
}) {
  const { t, format } = useLocale();
  const { router, tools } = useWorkspace();
  const { start, done } = useRendering();
  const editor = tools.find(
    (one) => one.available && one.panel === "editor" && one.preset === "edit",
  );
  if (!editor) return null;
  return (
    <Button
      icon={<CornerUpRight className="flip" />}
      disabled={disabled}
      busy={done !== null}
      onClick={() =>
        start(async (options) => {
          await send(options);
          await router.navigate(`${editor.path}?from=workspace`);
        })
      }
    >
      {done === null
        ? t("panel-kit:openEditor")
        : t("panel-kit:converting", { part: format.percent(done) })}
    </Button>
  );
}
