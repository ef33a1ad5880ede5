import Ellipsis from "lucide-react/icons/ellipsis";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useT } from "#runtime/i18n/context.tsx";
import { walk, wayOf } from "#runtime/ui/menu/menu-keys.ts";
import { Menu } from "#runtime/ui/menu/Menu.tsx";
import { type ToolbarSpace, fitTools } from "./fit-tools.ts";
import type { Toolset } from "./tool.ts";
import { ToolButton, ToolItems } from "./ToolButton.tsx";
import css from "./tools.module.css";

/** All tools: those in front stay on the toolbar longest when it becomes narrow. */
const PRIORITY = (
  "play undo redo cut split delete inspector paste copy fadeIn fadeOut gain snap zoomOut zoomIn fit look " +
  "crop loop duplicate mark zoomSelection silence reverse envelope"
).split(" ");

/** The buttons of the toolbar, without those in its menus. */
const BUTTONS = "[data-tool] > button, [data-tool] > span > button";

/** The toolbar: one stop of the Tab key, with the arrow keys between its buttons. */
export function EditToolbar({ groups }: { readonly groups: Toolset }) {
  const t = useT();
  const bar = useRef<HTMLDivElement>(null);
  const space = useSpace(bar);
  const [focused, setFocused] = useState("play");
  const shown = fitTools(
    groups.map((group) => group.map(({ name }) => name)),
    PRIORITY,
    space,
  );
  const hidden = groups.flat().filter(({ name }) => !shown.has(name));
  const stop = shown.has(focused) || (focused === "more" && hidden.length > 0) ? focused : "play";
  const tabIndexOf = (name: string) => (name === stop ? 0 : -1);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, currentTarget, target } = event;
    const isRtl = getComputedStyle(currentTarget).direction === "rtl";
    const way = wayOf(key, "x", isRtl);
    if (
      !way ||
      !(target as Element).matches(BUTTONS) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.shiftKey
    )
      return;
    event.preventDefault();
    event.stopPropagation();
    walk(Array.from(currentTarget.querySelectorAll<HTMLElement>(BUTTONS)), way);
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      className={css["toolbar"]}
      aria-label={t("panel-editor:edit.tools.title")}
      onKeyDown={onKeyDown}
      onMouseDown={keepFocus}
      onFocus={({ target }) => {
        const tool = target.closest<HTMLElement>("[data-tool]")?.dataset["tool"];
        if (tool !== undefined) setFocused(tool);
      }}
    >
      {groups.map((group) => {
        const tools = group.filter(({ name }) => shown.has(name));
        return (
          tools.length > 0 && (
            <div key={group[0]!.name} className={css["group"]}>
              {tools.map((tool) => (
                <span key={tool.name} data-tool={tool.name} data-on={tool.isOn || undefined}>
                  <ToolButton tool={tool} tabIndex={tabIndexOf(tool.name)} />
                </span>
              ))}
            </div>
          )
        );
      })}
      {hidden.length > 0 && (
        <div className={css["group"]}>
          <span data-tool="more">
            <Menu
              label={t("panel-editor:edit.tools.more")}
              icon={<Ellipsis />}
              button={{ tabIndex: tabIndexOf("more") }}
            >
              {() => <ToolItems tools={hidden} />}
            </Menu>
          </span>
        </div>
      )}
    </div>
  );
}

/**
 * A press of the mouse leaves the focus where it is, so that keys still reach what is edited. A text
 * field loses it, and applies its value.
 */
function keepFocus(event: MouseEvent): void {
  if (!(document.activeElement instanceof HTMLInputElement)) event.preventDefault();
}

/** Measures the space of the toolbar before it is shown, and whenever its width changes. */
function useSpace(bar: RefObject<HTMLElement | null>): ToolbarSpace {
  const [space, setSpace] = useState<ToolbarSpace>({ width: Infinity, button: 1, gap: 0 });
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const measure = (): void => {
      const { paddingInlineStart, paddingInlineEnd, columnGap } = getComputedStyle(element);
      setSpace({
        width:
          element.clientWidth -
          Number.parseFloat(paddingInlineStart) -
          Number.parseFloat(paddingInlineEnd),
        button: element.querySelector("button")!.offsetWidth,
        gap: Number.parseFloat(columnGap),
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar]);
  return space;
}
