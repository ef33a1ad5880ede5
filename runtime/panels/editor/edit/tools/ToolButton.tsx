import { useT } from "#runtime/i18n/context.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { useKeyNames } from "#runtime/contract/shortcuts/use-key-names.ts";
import { IconButton } from "#runtime/ui/Button.tsx";
import { Menu, MenuButton, MenuList } from "#runtime/ui/menu/Menu.tsx";
import type { ActionTool, MenuTool, Tool } from "./tool.ts";
import css from "./tools.module.css";

/** A tool on the toolbar. It stays focusable while it cannot run, so that the focus is not lost. */
export function ToolButton({ tool, tabIndex }: { readonly tool: Tool; readonly tabIndex: 0 | -1 }) {
  const title = useToolTitle();
  const { label, Icon, isOn } = tool;
  if ("lists" in tool)
    return (
      <Menu label={label} icon={<Icon />} button={{ tabIndex }}>
        {() => <ToolLists tool={tool} />}
      </Menu>
    );
  return (
    <IconButton
      label={label}
      title={title(tool)}
      tabIndex={tabIndex}
      aria-disabled={!tool.run || undefined}
      aria-pressed={tool.isSwitch && isOn === true}
      onClick={() => tool.run?.()}
    >
      <Icon />
    </IconButton>
  );
}

/** The options of a tool as lists of a menu. */
function ToolLists({ tool }: { readonly tool: MenuTool }) {
  const { Icon } = tool;
  return tool.lists.map(({ title, options }) => (
    <MenuList key={title} title={title}>
      {options.map(({ name, label, run, pressed }) => (
        <MenuButton
          key={name}
          icon={<Icon />}
          disabled={!run}
          onClick={() => run?.()}
          {...(pressed !== undefined && { pressed })}
        >
          {label}
        </MenuButton>
      ))}
    </MenuList>
  ));
}

/** Tools as the items of a menu. */
export function ToolItems({ tools }: { readonly tools: readonly Tool[] }) {
  const keyNames = useKeyNames(useWorkspace().keyboard);
  return tools.map((tool) => {
    const { name, label, Icon } = tool;
    if ("lists" in tool) return <ToolLists key={name} tool={tool} />;
    const keys = tool.keys && keyNames(tool.keys);
    return (
      <MenuList key={name}>
        <MenuButton
          icon={<Icon />}
          disabled={!tool.run}
          onClick={() => tool.run?.()}
          {...(tool.isSwitch && { pressed: tool.isOn === true })}
        >
          {label}
          {keys && <kbd className={css["keys"]}>{keys}</kbd>}
        </MenuButton>
      </MenuList>
    );
  });
}

/** The label of a tool with its keys. */
function useToolTitle(): (tool: ActionTool) => string {
  const t = useT();
  const keyNames = useKeyNames(useWorkspace().keyboard);
  return ({ label, keys }) => {
    const names = keys && keyNames(keys);
    return names ? t("panel-editor:edit.tools.keys", { label, keys: names }) : label;
  };
}
