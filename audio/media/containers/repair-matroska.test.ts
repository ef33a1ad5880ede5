import { expect, it } from "vitest";
import { join } from "#tests/bad-files/bytes.ts";
import { repairTruncatedMatroska } from "./repair-matroska.ts";

const element = (id: readonly number[], content: Uint8Array) =>
  join(Uint8Array.of(...id, 0x40 | (content.length >> 8), content.length & 255), content);
const block = (size: number) => element([0xa3], new Uint8Array(size).fill(9));
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75];
const cluster = (...sizes: readonly number[]) => element(CLUSTER, join(...sizes.map(block)));
const file = join(
  element([0x1a, 0x45, 0xdf, 0xa3], new Uint8Array(3)),
  element([0x18, 0x53, 0x80, 0x67], join(cluster(50, 60), cluster(70, 80))),
);
const repair = async (bytes: Uint8Array) => {
  const parts = await repairTruncatedMatroska(
    async (from, to) => bytes.slice(from, to),
    bytes.length,
  );
  return (
    parts && join(...parts.map((one) => ("from" in one ? bytes.slice(one.from, one.to) : one)))
  );
};

it("TLS-4 a Matroska file that was cut off ends with its last whole block", async () => {
  expect(await repair(file)).toBeNull();
  const before = file.slice(0, -cluster(70, 80).length);
  expect(await repair(file.slice(0, -1))).toEqual(join(before, cluster(70)));
  expect(await repair(file.slice(0, -80))).toEqual(join(before, cluster(70)));
  expect(await repair(file.slice(0, -90))).toEqual(
    join(before, element(CLUSTER, new Uint8Array(0))),
  );
});

it("TLS-4 a Matroska file that was written to a stream is left alone", async () => {
  const stream = join(
    element([0x1a, 0x45, 0xdf, 0xa3], new Uint8Array(3)),
    Uint8Array.of(0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255),
    cluster(50, 60),
  );
  expect(await repair(stream.slice(0, -9))).toBeNull();
});
