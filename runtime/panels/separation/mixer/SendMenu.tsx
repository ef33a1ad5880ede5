import CornerUpRight from "lucide-react/icons/corner-up-right";
import Ellipsis from "lucide-react/icons/ellipsis";
import { useT } from "#runtime/i18n/context.tsx";
import { Menu, MenuButton, MenuList } from "#runtime/ui/menu/Menu.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { WorkspaceTool } from "#core/page/app-data.ts";

/** Tools that go on with a stem. */
const TARGETS: readonly (readonly [panel: string, preset: string])[] = [
  ["editor", "edit"],
  ["enhance", "enhance"],
  ["voice-changer", "change"],
];

/** Where a sound can be sent: each puts it among the files, and opens its tool. */
function useTargets(): readonly WorkspaceTool[] {
  const { tools } = useWorkspace();
  return TARGETS.flatMap(
    ([panel, preset]) =>
      tools.find((tool) => tool.available && tool.panel === panel && tool.preset === preset) ?? [],
  );
}

/** Sends a sound to another tool, without saving it first. */
export function SendMenu({
  label,
  onSend,
}: {
  readonly label: string;
  /** Adds it to the files once the tool is open: what was added before is not for that tool. */
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
              icon={<CornerUpRight size={18} className="flip" />}
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
