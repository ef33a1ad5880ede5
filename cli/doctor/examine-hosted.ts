import type { Config } from "#core/site/config.ts";
import type { Diagnosis } from "./examine.ts";

/** Models that the operator has hosted: whether the site, the server and visitors' notes name the same host. */
export function examineHosted(
  { host, transcription, chat, speech }: Config["hosted"],
  env: Readonly<Record<string, string | undefined>>,
): Diagnosis[] {
  const url = env["HOSTED_URL"];
  const named = [
    ...(transcription === null ? [] : [`transcription: ${transcription}`]),
    ...(chat === null ? [] : [`chat: ${chat.model}`]),
    ...(speech === null ? [] : [`speech: ${speech.model}`]),
  ];
  if (!url && named.length === 0) return [];
  const name = "hosted";
  if (named.length === 0)
    return [
      {
        name,
        state: "warn",
        found: "HOSTED_URL is set, and toolkit.config.ts names no model",
        fix: "Name the models under `hosted`; docs/server.md has the way.",
      },
    ];
  if (!url)
    return [
      {
        name,
        state: "bad",
        found: `${named.join(", ")}, without an endpoint`,
        fix: "Set HOSTED_URL for the server, or leave the models out.",
      },
    ];
  const actual = URL.parse(url)?.host;
  return actual === host
    ? [{ name, state: "ok", found: `${named.join(", ")} at ${host}` }]
    : [
        {
          name,
          state: "bad",
          found: `HOSTED_URL leads to ${actual ?? "no address"}, and visitors are told ${host}`,
          fix: "Make `hosted.host` the host of HOSTED_URL; the server does not start before.",
        },
      ];
}
