import type { Shared } from "#core/page/share.ts";

export interface ShareDeps {
  readonly navigator: {
    readonly share?: (data: ShareData) => Promise<void>;
    readonly canShare?: (data: ShareData) => boolean;
    readonly clipboard?: Pick<Clipboard, "writeText">;
  };
  readonly document: Document;
}

/** What a page can do with an address to share, beside the links of `shareAddress`. */
export function createShare({ navigator, document }: ShareDeps) {
  function copyByHand(text: string): boolean {
    const focused = document.activeElement as HTMLElement | null;
    const field = document.createElement("textarea");
    field.value = text;
    field.readOnly = true;
    field.className = "visually-hidden";
    // In an open dialog, everything outside it is out of reach.
    (focused?.closest("dialog") ?? document.body).append(field);
    try {
      field.select();
      // The one way without the clipboard's interface, which needs a secure page.
      return document.execCommand("copy");
    } catch {
      return false;
    } finally {
      field.remove();
      focused?.focus({ preventScroll: true });
    }
  }

  return {
    /** Whether the browser has a sheet of its own for this. */
    hasSheet: (shared: Shared): boolean =>
      navigator.share !== undefined && (navigator.canShare?.({ ...shared }) ?? true),
    /** Opens the browser's sheet; `cancelled` when it was closed without sharing. */
    async openSheet(shared: Shared): Promise<"shared" | "cancelled" | "failed"> {
      try {
        await navigator.share!({ ...shared });
        return "shared";
      } catch (error) {
        return (error as Error).name === "AbortError" ? "cancelled" : "failed";
      }
    },
    /** Puts a link into the clipboard; false when the visitor has to copy it. */
    async copyLink(url: string): Promise<boolean> {
      try {
        await navigator.clipboard!.writeText(url);
        return true;
      } catch {
        return copyByHand(url);
      }
    },
  };
}
