import { ToolkitError } from "#core/errors/errors.ts";
import type { InferenceServer } from "#core/site/job-settings.ts";
import { type InferenceEndpoint, createInferenceEndpoint } from "./inference-endpoint.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws {ToolkitError} MODEL_TOKEN */
export function openEndpoint(
  { url, seconds, tokenVariable }: Pick<InferenceServer, "url" | "seconds" | "tokenVariable">,
  env: Environment,
): InferenceEndpoint {
  const token = tokenVariable === null ? null : env[tokenVariable];
  if (tokenVariable !== null && !token)
    throw new ToolkitError("MODEL_TOKEN", { url, variable: tokenVariable });
  return createInferenceEndpoint({ url, token: token ?? null, time: seconds * 1000, fetch });
}
