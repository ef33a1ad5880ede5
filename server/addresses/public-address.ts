import { BlockList, isIP, isIPv4 } from "node:net";
import os from "node:os";

/** IPv4 networks that are not publicly routable. */
const INSIDE_4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
];
/** Public addresses at which a cloud's own services can be reached only from inside that cloud. */
const CLOUD_4 = [
  // Azure: the host agent, with the configuration of the virtual machine.
  "168.63.129.16/32",
  // IBM Cloud: services of a VPC, and private endpoints of its services.
  "161.26.0.0/16",
  "166.8.0.0/14",
  // Google Cloud: restricted.googleapis.com and private.googleapis.com.
  "199.36.153.4/30",
  "199.36.153.8/30",
];
/** Global unicast IPv6, and the networks in it that are not public or that embed IPv4 addresses. */
const PUBLIC_6 = "2000::/3";
const INSIDE_6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

const INSIDE_NAMES =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|onion|test|invalid)$/;
/** Whether a lowercase host name belongs to a private network. */
export const isInsideName = (name: string): boolean =>
  !name.includes(".") || INSIDE_NAMES.test(name);

function listOf(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = network.split("/") as [string, string];
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
const inside4 = listOf([...INSIDE_4, ...CLOUD_4], "ipv4");
const inside6 = listOf(INSIDE_6, "ipv6");
const public6 = listOf([PUBLIC_6], "ipv6");

/** Whether an IP address is publicly routable, judged by the address alone. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !inside4.check(address, "ipv4");
  // A zone id is only needed for link-local addresses.
  if (isIP(address) !== 6 || address.includes("%")) return false;
  return public6.check(address, "ipv6") && !inside6.check(address, "ipv6");
}

/**
 * Whether an IP address belongs to this host. Firewalls that block a port from outside still allow
 * access from the host itself.
 */
export function isOwnAddress(address: string): boolean {
  const own = listOfAddresses(
    Object.values(os.networkInterfaces()).flatMap((found = []) =>
      found.map((each) => each.address),
    ),
  );
  const family = isIP(address);
  return family !== 0 && own.check(address, family === 4 ? "ipv4" : "ipv6");
}

function listOfAddresses(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) {
    const bare = address.split("%", 1)[0]!;
    list.addAddress(bare, isIPv4(bare) ? "ipv4" : "ipv6");
  }
  return list;
}
