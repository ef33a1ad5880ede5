import { BlockList, isIP, isIPv4 } from "node:net";

/** The proxies whose `X-Forwarded-For` is trusted. @param trusted addresses, networks as CIDR */
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

/** Converts an IPv4-mapped IPv6 address to IPv4. */
export const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");
export const isProxy = (proxies: BlockList, address: string): boolean =>
  isIP(address) !== 0 && proxies.check(address, isIPv4(address) ? "ipv4" : "ipv6");

/**
 * The client's address: the peer's own, or, behind trusted proxies, the last address in
 * `X-Forwarded-For` that is not a trusted proxy.
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | null,
  proxies: BlockList,
): string {
  let address = plain(peer ?? "");
  const chain = (forwarded ?? "").split(",").map((part) => plain(part.trim()));
  while (isProxy(proxies, address)) {
    const before = chain.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/** The networks that an address belongs to, from the narrowest to the widest. */
export interface Networks {
  /** Network that counts as one client: an IPv4 address, or an IPv6 /64. */
  readonly client: string;
  /** Largest network of a single customer: an IPv6 /48; null for IPv4. */
  readonly site: string | null;
  /** Network shared by unrelated customers: an IPv4 /24, or an IPv6 /32. */
  readonly wide: string;
}

export function networksOf(address: string): Networks {
  const four = ipv4Of(address);
  if (four !== null)
    return { client: four, site: null, wide: `${four.split(".", 3).join(".")}.0/24` };
  const groups = groupsOf(address);
  // Unknown peers all count as one client.
  if (!groups) return { client: address, site: null, wide: address };
  const network = (count: number): string => `${groups.slice(0, count).join(":")}::/${16 * count}`;
  return { client: network(4), site: network(3), wide: network(2) };
}

export const clientKey = (address: string): string => networksOf(address).client;

/** Expands an IPv6 address to its eight groups, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] | null {
  if (isIP(address) !== 6) return null;
  const bare = address.toLowerCase().split("%")[0]!;
  const dotted = /(?<![^:])[^.:]+\.[^:]+$/.exec(bare)?.[0];
  const [a = 0, b = 0, c = 0, d = 0] = (dotted ?? "").split(".").map(Number);
  const ending = dotted && `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  const whole = dotted ? bare.slice(0, -dotted.length) + ending! : bare;
  const [head = "", tail] = whole.split("::", 2);
  const listOf = (text: string): string[] => (text === "" ? [] : text.split(":"));
  const rest = listOf(tail ?? "");
  const front = listOf(head);
  const zeros = Array<string>(8 - front.length - rest.length).fill("0");
  return [...front, ...zeros, ...rest].map((group) => Number.parseInt(group, 16).toString(16));
}

/** An IPv4 address, including IPv4 embedded in IPv6 (::ffff:0:0/96, 64:ff9b::/96). */
function ipv4Of(address: string): string | null {
  if (isIPv4(address)) return address;
  const groups = groupsOf(address);
  const front = groups?.slice(0, 6).join(":");
  if (front !== "0:0:0:0:0:ffff" && front !== "64:ff9b:0:0:0:0") return null;
  const words = groups!.slice(6).map((group) => Number.parseInt(group, 16));
  return words.flatMap((word) => [word >> 8, word & 255]).join(".");
}

const LOOPBACK = createProxies(["127.0.0.0/8", "::1"]);
export const isLoopback = (peer: string | undefined): boolean =>
  isProxy(LOOPBACK, plain(peer ?? ""));
