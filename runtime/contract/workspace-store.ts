import type { StoreApi } from "zustand/vanilla";
import type { JsonObject } from "./json.ts";

export interface WorkspaceState {
  /** Whether the visitor opened it, in this or an earlier visit. */
  readonly opened: boolean;
  /** Whether it was closed on the present page, on which it would open automatically (WSP-6). */
  readonly closedHere: boolean;
  /** Chosen entry of the side menu (`6`: history); null for that of the page. */
  readonly menu: string | null;
  /** Whether the side menu is collapsed to icons; null for automatic. */
  readonly collapsed: boolean | null;
  /** Whether files and queue are folded to a rail; null for automatic. */
  readonly folded: boolean | null;
  /** Counts how often the gift has called for attention: a change starts the flicker (WSP-3). */
  readonly gift: number;
  /** Settings by panel. */
  readonly settings: Readonly<Record<string, JsonObject>>;
}

export interface WorkspaceStore extends StoreApi<WorkspaceState> {
  open(menu?: string): void;
  close(): void;
  /** Called when another page is shown: the workspace may open automatically again. */
  leavePage(): void;
  choose(menu: string | null): void;
  collapse(collapsed: boolean): void;
  fold(folded: boolean): void;
  highlightGift(): void;
  /** Merges settings of a panel into the stored ones. */
  set(panel: string, settings: JsonObject): void;
  /**
   * Whether it is shown over a page (WSP-1).
   * @param kind page kind
   */
  visible(kind: string, loggedIn: boolean): boolean;
  /**
   * Handles the query of an address: it may open the workspace (`from=workspace`, `type=history`)
   * or bring a link that another application shares (`link`, `shared`), which goes to the download
   * tools.
   * @param search query with its question mark
   * @returns the query without the handled parameters; null if there were none (WSP-2)
   */
  arrive(search: string): string | null;
}
