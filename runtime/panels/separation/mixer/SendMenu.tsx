import CornerUpRight from "lucide-react/icons/corner-up-right";
import Ellipsis from "lucide-react/icons/ellipsis";
import { useT } from "#runtime/i18n/context.tsx";
import { Menu, MenuButton, MenuList } from "#runtime/ui/menu/Menu.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { WorkspaceTool } from "#core/page/app-data.ts";

/** Tools that can process a stem. */
const TARGETS: readonly (readonly [panel: string, preset: string])[] = [
  ["editor", "edit"],
  ["enhance", "enhance"],
  ["voice-changer", "change"],
];

/** Tools that a stem can be sent to: it is added to the files, and the tool is opened. */
function useTargets(): readonly WorkspaceTool[] {
  const { tools } = useWorkspace();
  return TARGETS.flatMap(
    ([panel, preset]) =>
      tools.find((tool) => tool.available && tool.panel === panel && tool.preset === preset) ?? [],
  );
}

/** Sends a stem to another tool without saving it. */
export function SendMenu({
  label,
  onSend,
}: {
  readonly label: string;
  /** Opens the tool first and then adds the stem, because a tool uses only files that were added for it. */
  readonly onSend: (open: () => Promise<void>) => void;
}) {
  const t = useT();
  const { router } = useWorkspace();
  const targets = useTargets();
  if (targets.length === 0) return null;
  return (
    <Menu label={label} icon={<Ellipsis />}>
      {() => (
        <MenuList title={t("panel-separation:send.title")}>
          {targets.map((tool) => (
            <MenuButton
              key={tool.slug}
              icon={<CornerUpRight size={20} className="flip" />}
              onClick={() => onSend(() => router.navigate(`${tool.path}?from=workspace`))}
            >
              {tool.name}
            </MenuButton>
          ))}
        </MenuList>
      )}
    </Menu>
  );
}
