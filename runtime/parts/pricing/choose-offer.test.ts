import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseOffer } from "./choose-offer.ts";

const pricing = {
  currency: "USD",
  dailyCredits: 3,
  plans: [
    { id: "basic", name: "Basic", creditsPerMonth: 200, monthly: 9, yearly: 90 },
    { id: "pro", name: "Pro", creditsPerMonth: 800, monthly: 24, yearly: 240 },
  ],
  packs: [
    { id: "pack-60", credits: 60, price: 6 },
    { id: "pack-200", credits: 200, price: 15 },
  ],
};

describe("the row that fits", () => {
  it("USR-11 is that of the free credits, a plan, or a pack, with the minutes that are left", () => {
    expect(chooseOffer(90, "monthly", pricing)).toMatchObject({ row: "free", spare: 0 });
    expect(chooseOffer(180, "monthly", pricing)).toMatchObject({
      row: "basic",
      price: 9,
      spare: 20,
    });
    expect(chooseOffer(180, "yearly", pricing)).toMatchObject({ row: "basic", price: 7.5 });
    expect(chooseOffer(180, "packs", pricing)).toMatchObject({ row: "pack-200", price: 15 });
    expect(chooseOffer(850, "monthly", pricing)).toMatchObject({
      row: "pro",
      price: 30,
      spare: 10,
    });
  });

  it("USR-11 always has the minutes asked for, at no less than they cost", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 900 }),
        fc.constantFrom("monthly" as const, "yearly" as const, "packs" as const),
        (minutes, kind) => {
          const chosen = chooseOffer(minutes, kind, pricing)!;
          expect(chosen.spare).toBeGreaterThanOrEqual(0);
          expect(chosen.price === 0).toBe(chosen.row === "free");
        },
      ),
    );
  });

  it("USR-11 does not exist for what is not sold", () => {
    expect(chooseOffer(180, "packs", { ...pricing, packs: [] })).toBeNull();
    expect(chooseOffer(180, "monthly", { ...pricing, plans: [] })).toBeNull();
  });
});
