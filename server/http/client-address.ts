import { BlockList, isIP, isIPv4 } from "node:net";

/** The proxies whose word on the client is believed. @param trusted addresses, networks as CIDR */
export function createProxies(trusted: readonly string[]): BlockList {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [network, bits] = entry.split("/", 2) as [string, string | undefined];
    const family = isIPv4(network) ? "ipv4" : "ipv6";
    if (bits === undefined) proxies.addAddress(network, family);
    else proxies.addSubnet(network, Number(bits), family);
  }
  return proxies;
}

/** Without the form in which IPv4 comes over an IPv6 socket. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");
const isIn = (proxies: BlockList, address: string): boolean =>
  isIP(address) !== 0 && proxies.check(address, isIPv4(address) ? "ipv4" : "ipv6");

/**
 * The address of the client: the peer's own, or, through trusted proxies, the last one of
 * `X-Forwarded-For` that is none of theirs.
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | null,
  proxies: BlockList,
): string {
  let address = plain(peer ?? "");
  const chain = (forwarded ?? "").split(",").map((part) => plain(part.trim()));
  while (isIn(proxies, address)) {
    const before = chain.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/** What counts as one client: an IPv4 address, or an IPv6 network of 64 bits. */
export function clientKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.toLowerCase().split("%")[0]!.split("::", 2);
  const parts = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const rest = tail === "" ? [] : tail.split(":");
    while (parts.length + rest.length < 8) parts.push("0");
    parts.push(...rest);
  }
  return `${parts
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":")}::/64`;
}

const LOOPBACK = createProxies(["127.0.0.0/8", "::1"]);
/** Whether a peer is a program on this machine. */
export const isLoopback = (peer: string | undefined): boolean => isIn(LOOPBACK, plain(peer ?? ""));
