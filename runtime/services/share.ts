import type { Shared } from "#core/page/share.ts";

export interface ShareDeps {
  readonly navigator: {
    readonly share?: (data: ShareData) => Promise<void>;
    readonly canShare?: (data: ShareData) => boolean;
    readonly clipboard?: Pick<Clipboard, "writeText">;
  };
  readonly document: Document;
}

/** Ways to share a URL besides the links of `shareAddress`. */
export function createShare({ navigator, document }: ShareDeps) {
  function copyByHand(text: string): boolean {
    const focused = document.activeElement as HTMLElement | null;
    const field = document.createElement("textarea");
    field.value = text;
    field.readOnly = true;
    field.className = "visually-hidden";
    // An open dialog makes everything outside it inert.
    (focused?.closest("dialog") ?? document.body).append(field);
    try {
      field.select();
      // The only way without the Clipboard API, which needs a secure context.
      return document.execCommand("copy");
    } catch {
      return false;
    } finally {
      field.remove();
      focused?.focus({ preventScroll: true });
    }
  }

  return {
    /** Whether the browser has a share sheet for this. */
    hasSheet: (shared: Shared): boolean =>
      navigator.share !== undefined && (navigator.canShare?.({ ...shared }) ?? true),
    /** Opens the browser's share sheet; `cancelled` if it was closed without sharing. */
    async openSheet(shared: Shared): Promise<"shared" | "cancelled" | "failed"> {
      try {
        await navigator.share!({ ...shared });
        return "shared";
      } catch (error) {
        return (error as Error).name === "AbortError" ? "cancelled" : "failed";
      }
    },
    /** Copies a link to the clipboard; false if the visitor has to copy it. */
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
