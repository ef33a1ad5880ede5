const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/**
 * Whether a Host header names this server. A page elsewhere can make its host name resolve to
 * 127.0.0.1 and would then read the preview as its own origin (DNS rebinding); its Host header
 * reveals it. `allowed` contains exact names, or `.example.com` for a domain and its subdomains.
 */
export function isAllowedHost(header: string | undefined, allowed: readonly string[]): boolean {
  const name = AUTHORITY.exec(header ?? "")?.[1];
  if (name === undefined) return false;
  const host = normalize(name);
  if (["localhost", "127.0.0.1", "::1"].includes(host) || host.endsWith(".localhost")) return true;
  return allowed.some((entry) => {
    const pattern = normalize(entry);
    if (pattern.startsWith(".")) return host === pattern.slice(1) || host.endsWith(pattern);
    return host === pattern;
  });
}

function normalize(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/^::ffff:(?=\d+\.)/, "")
    .replace(/(?<=.)\.$/, "");
}
