import fc from "fast-check";
import { expect, it } from "vitest";
import { lastRank, rankAt } from "./ranks.ts";

it("WSP-5 moving a file changes its position and no other order", () => {
  const ranks = fc.array(fc.oneof(fc.nat(5), fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(ranks, fc.nat(), fc.integer({ min: -2, max: 12 }), (values, pick, to) => {
      const items = values
        .toSorted((one, other) => one - other)
        .map((rank, at) => ({ id: String(at), rank }));
      const { id } = items[pick % items.length]!;
      const moved = rankAt(items, id, to);
      const after = items
        .map((item) => ({ ...item, rank: moved.get(item.id) ?? item.rank }))
        .toSorted((one, other) => one.rank - other.rank || Number(one.id) - Number(other.id));
      const others = items.filter((item) => item.id !== id);
      const position = Math.max(0, Math.min(others.length, to));
      expect(after.map((item) => item.id)).toEqual(
        others
          .toSpliced(
            position,
            0,
            items.find((item) => item.id === id)!,
          )
          .map((item) => item.id),
      );
    }),
    { numRuns: 1000 },
  );
});

it("WSP-5 an unknown file moves nothing, and a new one comes last", () => {
  expect(rankAt([{ id: "a", rank: 1 }], "b", 0)).toEqual(new Map());
  expect(lastRank([])).toBe(1);
  expect(lastRank([{ id: "a", rank: 7 }])).toBe(8);
});
