import { digest } from "../files/hash.ts";
import { offeredIn } from "../models/registry.ts";
import type { Bundle } from "./bundle/bundle.ts";
import type { LocaleMessages } from "./load/messages.ts";
import type { Plan } from "./plan/plan.ts";
import { programDigest } from "./state/program.ts";
import type { PublicFile } from "./write/public-files.ts";

interface Input {
  readonly root: string;
  readonly plan: Plan;
  readonly bundle: Bundle;
  readonly messages: ReadonlyMap<string, LocaleMessages>;
  readonly publicFiles: ReadonlyMap<string, PublicFile>;
}

/** Build ID: a digest of all inputs, so equal inputs give equal IDs. */
export function buildId({ root, plan, bundle, messages, publicFiles }: Input): string {
  const parts = [
    programDigest(),
    JSON.stringify(plan.config),
    JSON.stringify(offeredIn(root, plan.config)),
    JSON.stringify(bundle.assets),
    JSON.stringify(bundle.files),
    JSON.stringify(bundle.code),
  ];
  for (const [code, { digest: value }] of messages) parts.push(`${code} ${value}`);
  for (const [file, { digest: value }] of publicFiles) parts.push(`${file} ${value}`);
  for (const { out, key } of plan.pages) parts.push(`${out} ${key}`);
  return digest(parts.join("\n"));
}
