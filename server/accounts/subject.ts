import { createHmac } from "node:crypto";
import type { Deps } from "../deps/deps.ts";

/** Names an address in the log, the same one each time, to nobody who does not have the secret. */
export const subjectOf = ({ settings }: Pick<Deps, "settings">, address: string): string =>
  createHmac("sha256", settings.secret)
    .update(`subject ${address}`)
    .digest("base64url")
    .slice(0, 16);
