import { createStore } from "zustand/vanilla";
import type { KeyValue } from "../services/storage.ts";
import type { JsonObject } from "../contract/json.ts";
import type { WorkspaceState, WorkspaceStore } from "../contract/workspace-store.ts";

/** Storage key for whether the visitor opened it; the page's first script reads it. */
const OPENED = "toolkit_open";
const COLLAPSED = "toolkit_collapsed";
const FOLDED = "toolkit_folded";
const FLAGS: Readonly<Record<string, boolean>> = { "0": false, "1": true };
const SETTINGS = "toolkit_panels";
/** Id of the menu entry, see core/tools/menu.ts. */
const HISTORY = "6";

/** Page kinds over which it is shown (WSP-1). */
const KINDS: ReadonlySet<string> = new Set(["tool"]);

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readSettings(storage: KeyValue): Readonly<Record<string, JsonObject>> {
  try {
    const value: unknown = JSON.parse(storage.get(SETTINGS) ?? "{}");
    if (!isObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, JsonObject] => isObject(entry[1])),
    );
  } catch {
    return {};
  }
}

/** Whether the workspace is open, and its layout; both are remembered between visits. */
export function createWorkspaceStore({ storage }: { readonly storage: KeyValue }): WorkspaceStore {
  const store = createStore<WorkspaceState>(() => ({
    opened: storage.get(OPENED) === "1",
    closedHere: false,
    menu: null,
    collapsed: FLAGS[storage.get(COLLAPSED) ?? ""] ?? null,
    folded: FLAGS[storage.get(FOLDED) ?? ""] ?? null,
    gift: 0,
    settings: readSettings(storage),
  }));
  const open = (menu?: string): void => {
    storage.set(OPENED, "1");
    store.setState({ opened: true, closedHere: false, ...(menu !== undefined && { menu }) });
  };
  const set = (panel: string, settings: JsonObject): void => {
    // Another tab may have stored settings of other panels.
    const all = { ...readSettings(storage), ...store.getState().settings };
    const next = { ...all, [panel]: { ...all[panel], ...settings } };
    storage.set(SETTINGS, JSON.stringify(next));
    store.setState({ settings: next });
  };
  return Object.assign(store, {
    open,
    close() {
      storage.set(OPENED, null);
      store.setState({ opened: false, closedHere: true, menu: null });
    },
    leavePage: () => store.setState({ closedHere: false }),
    choose: (menu: string | null) => store.setState({ menu }),
    collapse(collapsed: boolean) {
      storage.set(COLLAPSED, collapsed ? "1" : "0");
      store.setState({ collapsed });
    },
    fold(folded: boolean) {
      storage.set(FOLDED, folded ? "1" : "0");
      store.setState({ folded });
    },
    highlightGift: () => store.setState(({ gift }) => ({ gift: gift + 1 })),
    set,
    visible: (kind: string, loggedIn: boolean) =>
      KINDS.has(kind) && !store.getState().closedHere && (loggedIn || store.getState().opened),
    arrive(search: string): string | null {
      const query = new URLSearchParams(search);
      const isRequested = query.get("from") === "workspace";
      const history = query.get("type") === "history";
      // The manifest's parameters; some systems share a link as text.
      const shared = [query.get("link"), query.get("shared")].find((text) => text);
      if (!isRequested && !history && !shared) return null;
      if (shared) set("download", { links: shared });
      open(history ? HISTORY : undefined);
      const rest = search
        .slice(1)
        .split("&")
        .filter((part) => !/^(from|type|link|shared)(=|$)/.test(part));
      return rest.length === 0 ? "" : `?${rest.join("&")}`;
    },
  });
}
