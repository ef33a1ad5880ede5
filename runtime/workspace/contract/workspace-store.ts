import type { StoreApi } from "zustand/vanilla";
import type { JsonObject } from "./json.ts";

export interface WorkspaceState {
  /** Whether the visitor opened it, in this or an earlier visit. */
  readonly opened: boolean;
  /** Whether it was closed over the page that is shown, where it would open by itself (WSP-6). */
  readonly closedHere: boolean;
  /** Entry of the side menu that was chosen over that of the page (`6`: history); null: the page's. */
  readonly menu: string | null;
  /** Whether the side menu is collapsed to its icons; null: as there is room for it. */
  readonly collapsed: boolean | null;
  /** Counts how often the gift asked for attention: a change makes the flicker (WSP-3). */
  readonly gift: number;
  /** Settings of panels, by panel. */
  readonly settings: Readonly<Record<string, JsonObject>>;
}

export interface WorkspaceStore extends StoreApi<WorkspaceState> {
  open(menu?: string): void;
  close(): void;
  /** Another page is shown: it opens by itself again where it does. */
  leavePage(): void;
  choose(menu: string | null): void;
  collapse(collapsed: boolean): void;
  highlightGift(): void;
  /** Keeps settings of a panel, over those that it has. */
  set(panel: string, settings: JsonObject): void;
  /**
   * Whether it lies over a page (WSP-1).
   * @param kind kind of the page
   */
  visible(kind: string, loggedIn: boolean): boolean;
  /**
   * Opens it when the address asks for it (`from=workspace`, `type=history`), or brings a link that
   * another application shares (`link`, `shared`), which goes to the download tools.
   * @param search query of the address, with its question mark
   * @returns the query without what asked; null when nothing did (WSP-2)
   */
  arrive(search: string): string | null;
}
