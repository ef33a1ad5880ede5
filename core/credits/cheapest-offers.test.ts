import { describe, expect, it } from "vitest";
import { cheapestOffers, cheapestPack, monthsFree } from "./cheapest-offers.ts";

const basic = { id: "basic", name: "Basic", creditsPerMonth: 200, monthly: 9, yearly: 90 };
const pro = { id: "pro", name: "Pro", creditsPerMonth: 800, monthly: 24, yearly: 240 };
const packs = [
  { id: "s", credits: 60, price: 6 },
  { id: "m", credits: 200, price: 15 },
  { id: "l", credits: 600, price: 36 },
];
const offers = (credits: number, prices = { plans: [basic, pro], packs }) =>
  cheapestOffers(credits, prices).map(({ plan, packs: bought, price }) => [
    plan?.id ?? null,
    bought.map(({ pack, count }) => `${count} ${pack.id}`).join(),
    price,
  ]);

describe("prices", () => {
  it("USR-11 the cheapest way to an amount comes first", () => {
    expect(offers(60)).toEqual([
      [null, "1 s", 6],
      ["basic", "", 9],
    ]);
    expect(offers(180)).toEqual([
      ["basic", "", 9],
      [null, "1 m", 15],
    ]);
    expect(offers(230)).toEqual([
      ["basic", "1 s", 15],
      [null, "1 s,1 m", 21],
    ]);
    expect(offers(700)[0]).toEqual(["pro", "", 24]);
    expect(offers(1000)).toEqual([
      ["pro", "1 m", 39],
      [null, "2 m,1 l", 66],
    ]);
  });

  it("USR-11 unavailable plans are not offered", () => {
    expect(offers(100, { plans: [], packs })).toEqual([[null, "2 s", 12]]);
    expect(offers(100, { plans: [basic], packs: [] })).toEqual([["basic", "", 9]]);
    expect(offers(500, { plans: [basic], packs: [] })).toEqual([]);
  });

  it("USR-11 the months that a year saves are whole ones", () => {
    expect(monthsFree(basic)).toBe(2);
    expect(monthsFree({ monthly: 10, yearly: 105 })).toBe(1);
    expect(monthsFree({ monthly: 10, yearly: 120 })).toBe(0);
    expect(monthsFree({ monthly: 10, yearly: 130 })).toBe(0);
    expect(monthsFree({ monthly: 0, yearly: 0 })).toBe(0);
    expect(monthsFree({ monthly: 0.1, yearly: 1 })).toBe(2);
  });
});

it("USR-7 the cheapest single pack that suffices", () => {
  const packs = [
    { id: "large", credits: 200, price: 15 },
    { id: "small", credits: 60, price: 6 },
    { id: "promoted", credits: 90, price: 6 },
  ];
  expect([1, 60, 61, 90, 91, 200, 201].map((credits) => cheapestPack(credits, packs)?.id)).toEqual([
    ...Array.from({ length: 4 }, () => "promoted"),
    "large",
    "large",
    undefined,
  ]);
  expect(cheapestPack(1, [])).toBeNull();
});
