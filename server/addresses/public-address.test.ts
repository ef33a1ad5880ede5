import os from "node:os";
import { afterEach, expect, it, vi } from "vitest";
import { publicNetwork } from "../download/net/fetch-public.ts";
import { isPublicAddress } from "./public-address.ts";

afterEach(() => vi.restoreAllMocks());

it.each([
  ["Amazon", ["169.254.169.254", "169.254.170.2", "fd00:ec2::254", "fd00:ec2::23"]],
  ["Google", ["169.254.169.254", "199.36.153.7", "199.36.153.8", "fd20:ce::254"]],
  ["Azure", ["168.63.129.16", "169.254.169.254"]],
  ["Alibaba", ["100.100.100.200"]],
  ["Oracle", ["192.0.0.192", "169.254.0.3"]],
  ["IBM", ["161.26.0.7", "166.9.0.1"]],
  ["Scaleway", ["169.254.42.42", "fd00:42::42"]],
  ["Tencent", ["169.254.0.23"]],
])("API-17 the addresses at which %s answers its machines are not public", (_, addresses) => {
  for (const address of addresses)
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
});

it("API-17 neighbors of these addresses are public", () => {
  for (const address of [
    "168.63.129.15",
    "168.63.129.17",
    "161.25.255.255",
    "161.27.0.0",
    "166.7.255.255",
    "166.12.0.0",
    "199.36.153.3",
    "199.36.153.12",
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
});

it("API-17 the machine's own public addresses are not asked", () => {
  const own = (address: string, family: "IPv4" | "IPv6") =>
    ({
      address,
      family,
      internal: false,
      netmask: "",
      mac: "",
      cidr: null,
      scopeid: 0,
    }) as os.NetworkInterfaceInfo;
  vi.spyOn(os, "networkInterfaces").mockReturnValue({
    eth0: [
      own("93.184.216.34", "IPv4"),
      own("2606:2800:220:1::1", "IPv6"),
      own("fe80::1%eth0", "IPv6"),
    ],
  });
  for (const address of ["93.184.216.34", "2606:2800:220:1::1", "2606:2800:0220:0001:0::1"])
    expect([address, publicNetwork.isAllowed(address)]).toEqual([address, false]);
  for (const address of ["93.184.216.35", "2606:2800:220:1::2"])
    expect([address, publicNetwork.isAllowed(address)]).toEqual([address, true]);
});
