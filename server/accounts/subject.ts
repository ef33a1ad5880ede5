import { createHmac } from "node:crypto";
import type { Deps } from "../deps/deps.ts";

/** Stable pseudonym of an address for the log, which cannot be computed without the secret. */
export const subjectOf = ({ settings }: Pick<Deps, "settings">, address: string): string =>
  createHmac("sha256", settings.secret)
    .update(`subject ${address}`)
    .digest("base64url")
    .slice(0, 16);
