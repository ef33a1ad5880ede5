import History from "lucide-react/icons/history";
import { ToolGlyph } from "../../ui/figures/ToolGlyph.tsx";
import type { MenuItem } from "./menu.ts";

/**
 * The icon of an entry, which identifies it in the collapsed menu: the glyph of its main tool. Only
 * the history has no tool.
 */
export const MenuIcon = ({ item: { tools } }: { readonly item: MenuItem }) =>
  tools[0] ? <ToolGlyph tool={tools[0]} /> : <History size={20} aria-hidden="true" />;
