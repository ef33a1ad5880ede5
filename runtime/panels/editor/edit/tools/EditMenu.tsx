import type { RefObject } from "react";
import { useT } from "#runtime/i18n/context.tsx";
import { ContextMenu } from "#runtime/ui/menu/ContextMenu.tsx";
import { useEditor } from "../context/editor-context.ts";
import { setCursor } from "../lanes/lane-selection.ts";
import { trackAt } from "../lanes/track-at.ts";
import type { Tool, Toolset } from "./tool.ts";
import { ToolItems } from "./ToolButton.tsx";

/** The tools of the menu, in its order. */
const TOOLS = "cut copy paste duplicate delete split crop silence fadeIn fadeOut mark".split(" ");

/** The menu of the lanes, for the selection or the clip where it is opened. */
export function EditMenu({
  root,
  groups,
}: {
  readonly root: RefObject<HTMLElement | null>;
  readonly groups: Toolset;
}) {
  const t = useT();
  const editor = useEditor();
  const tools = groups.flat();
  const onOpen = ({ target, clientX, clientY, button, pointerType }: PointerEvent): boolean => {
    const element = target as Element;
    // A key opens it at the focused clip.
    const clip = element.closest<HTMLElement>("[data-clip]");
    if (button !== 2 && pointerType !== "mouse") {
      if (clip?.ariaPressed === "false") clip.click();
      return clip !== null || element.closest("[data-lanes]") !== null;
    }
    const track = trackAt(clientX, clientY);
    if (track === null) return false;
    const { store, timeline } = editor;
    const { selection, edit } = store.getState();
    const seconds = timeline.timeAt(clientX);
    const frame = seconds * edit.sampleRate;
    const isSelected =
      selection.tracks.includes(track) && frame >= selection.start && frame <= selection.end;
    if (!isSelected) setCursor(editor, { track, seconds });
    return true;
  };
  return (
    <ContextMenu root={root} label={t("panel-editor:edit.tools.title")} onOpen={onOpen}>
      {() => (
        <ToolItems
          tools={TOOLS.map((name) => tools.find((tool) => tool.name === name)).filter(
            (tool): tool is Tool => tool !== undefined,
          )}
        />
      )}
    </ContextMenu>
  );
}
