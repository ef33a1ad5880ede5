import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import ClipboardPaste from "lucide-react/icons/clipboard-paste";
import Copy from "lucide-react/icons/copy";
import CopyPlus from "lucide-react/icons/copy-plus";
import Crop from "lucide-react/icons/crop";
import Eraser from "lucide-react/icons/eraser";
import Flag from "lucide-react/icons/flag";
import Redo from "lucide-react/icons/redo-2";
import Scissors from "lucide-react/icons/scissors";
import Split from "lucide-react/icons/square-split-horizontal";
import Trash2 from "lucide-react/icons/trash-2";
import FadeOut from "lucide-react/icons/trending-down";
import FadeIn from "lucide-react/icons/trending-up";
import Undo from "lucide-react/icons/undo-2";
import type { ComponentType } from "react";
import { useT } from "#runtime/i18n/context.tsx";
import { IconButton } from "#runtime/ui/Button.tsx";
import type { Action, ActionName } from "./project/edit-actions.ts";
import css from "./context/edit.module.css";

type Tool = readonly [name: ActionName, Icon: ComponentType];
const GROUPS: readonly (readonly [name: string, tools: readonly Tool[]])[] = [
  [
    "history",
    [
      ["undo", Undo],
      ["redo", Redo],
    ],
  ],
  [
    "clipboard",
    [
      ["cut", Scissors],
      ["copy", Copy],
      ["paste", ClipboardPaste],
      ["duplicate", CopyPlus],
    ],
  ],
  [
    "selection",
    [
      ["delete", Trash2],
      ["silence", Eraser],
      ["crop", Crop],
      ["split", Split],
    ],
  ],
  [
    "shape",
    [
      ["fadeIn", FadeIn],
      ["fadeOut", FadeOut],
      ["reverse", ArrowLeftRight],
      ["mark", Flag],
    ],
  ],
];

/** The toolbar: history, clipboard and commands on the selection. */
export function EditTools({ actions }: { readonly actions: Readonly<Record<ActionName, Action>> }) {
  const t = useT();
  return (
    <fieldset className={css["tools"]} aria-label={t("panel-editor:edit.tools.title")}>
      {GROUPS.map(([group, tools]) => (
        <div key={group} className={css["toolGroup"]}>
          {tools.map(([name, Icon]) => (
            <IconButton
              key={name}
              label={t(`panel-editor:edit.tools.${name}`)}
              disabled={!actions[name]}
              onClick={() => actions[name]?.()}
            >
              <Icon />
            </IconButton>
          ))}
        </div>
      ))}
    </fieldset>
  );
}
