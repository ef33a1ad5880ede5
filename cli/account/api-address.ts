import { ToolkitError } from "#core/errors/errors.ts";

/** Whether an address is on this machine, where traffic cannot be intercepted. */
export const isLocal = ({ hostname }: URL): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(\.\d+){3}$/.test(hostname);

/**
 * Origin of an API that the user named.
 * @throws USAGE if it is not an address, or would transmit passwords unencrypted
 */
export function parseApiAddress(text: string): string {
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new ToolkitError("USAGE", {
      detail: `--api takes an address such as https://fermata.example; found "${text}".`,
    });
  if (address.username !== "" || address.password !== "")
    throw new ToolkitError("USAGE", { detail: "An address of the API has no user and password." });
  if (address.protocol === "http:" && !isLocal(address))
    throw new ToolkitError("USAGE", {
      detail: `${address.origin} is not encrypted: anybody on the way could read the password. Only an API on this machine may begin with http.`,
    });
  return address.origin;
}
