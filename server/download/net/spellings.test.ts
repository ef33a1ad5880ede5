import { describe, expect, it } from "vitest";
import { type Network, fetchPublic, publicNetwork } from "./fetch-public.ts";

/**
 * One address of each network that is not publicly routable, and of each cloud-internal service.
 */
const INSIDE = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.254",
  "100.64.0.1",
  "100.127.255.254",
  "127.0.0.1",
  "127.255.0.9",
  "169.254.169.254",
  "169.254.0.1",
  "172.16.0.1",
  "172.31.255.254",
  "161.26.0.10",
  "166.8.0.1",
  "166.11.255.254",
  "168.63.129.16",
  "199.36.153.4",
  "199.36.153.11",
  "192.0.0.8",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "192.168.255.254",
  "198.18.0.1",
  "198.19.255.254",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
];

const FULL = "０１２３４５６７８９";
/** Notations of an IPv4 address that browsers and resolvers accept. */
function spellingsOf(address: string): string[] {
  const [a, b, c, d] = address.split(".").map(Number) as [number, number, number, number];
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number): string => `0x${value.toString(16)}`;
  const octal = (value: number): string => `0${value.toString(8)}`;
  const wide = address.replaceAll(/\d/g, (digit) => FULL[Number(digit)]!);
  const low = [(a << 8) | b, (c << 8) | d].map((part) => part.toString(16)).join(":");
  return [
    address,
    String(number),
    hex(number),
    octal(number),
    [a, b, c, d].map(hex).join("."),
    [a, b, c, d].map(octal).join("."),
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    `${address}.`,
    wide,
    address.replaceAll(".", "。"),
    address.replaceAll(/\d/g, (digit) => `%3${digit}`),
    `[::ffff:${address}]`,
    `[::ffff:${low}]`,
    `[64:ff9b::${low}]`,
    `[2002:${low}::]`,
  ];
}

const all = INSIDE.flatMap(spellingsOf);

describe("addresses that are not public", () => {
  it("API-17 are refused in all their spellings, without a connection", async () => {
    const looked: string[] = [];
    const network: Network = {
      ...publicNetwork,
      lookUp: async (name) => {
        looked.push(name);
        return [{ address: "93.184.216.34", family: 4 }];
      },
    };
    expect(new Set(all).size).toBeGreaterThan(200);
    for (const host of all) {
      // Text that no parser accepts as a host is not an address.
      const url = URL.parse(`http://${host}/`);
      if (!url) continue;
      await expect(
        fetchPublic(url, { signal: AbortSignal.timeout(5000) }, network),
        host,
      ).rejects.toMatchObject({ key: "source_blocked" });
    }
    expect(looked).toEqual([]);
  });

  it("API-17 a name is resolved once: the checked address is the one connected to", async () => {
    let requests = 0;
    const rebinding: Network = {
      // The second lookup would return the local host (DNS rebinding).
      lookUp: async () => [
        { address: ++requests === 1 ? "93.184.216.34" : "127.0.0.1", family: 4 },
      ],
      isAllowed: (address) => address === "93.184.216.34",
    };
    const signal = AbortSignal.timeout(200);
    await fetchPublic(new URL("http://rebinding.example/"), { signal }, rebinding).catch(() => {});
    expect(requests).toBe(1);
  });
});
