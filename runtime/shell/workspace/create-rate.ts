import { rateTool } from "#core/api/ratings/rate-tool.ts";
import { visitorId } from "../../services/storage.ts";
import type { WorkspaceDeps } from "../../contract/context.ts";
import type { Application } from "../../application/application.ts";

/** Sends ratings; the API client reports errors. */
export const createRate =
  (
    { shell, storage, api }: Pick<Application, "shell" | "storage" | "api">,
    { crypto }: Pick<Window, "crypto">,
  ): WorkspaceDeps["rate"] =>
  async (rating) => {
    const visitor = visitorId(storage, () => crypto.randomUUID());
    const { locale } = shell.router.store.getState().page;
    try {
      await api(rateTool, { ...rating, visitor, locale });
      return true;
    } catch {
      return false;
    }
  };
