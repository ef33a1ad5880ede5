import path from "node:path";
import { expect, it } from "vitest";
import { loadLock, loadRegistry } from "#cli/models/registry.ts";
import { LICENSE_USES } from "./models.ts";
import { offerOf } from "./offered.ts";
import { isPermitted } from "./permitted.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const MODELS = loadRegistry(HOME, HOME);
const LOCK = loadLock(HOME, HOME);
const settings = (accept: readonly string[]) => ({
  baseUrl: "/models",
  hub: "https://hub.example",
  accept,
});

it("CLI-13 a license is a gate with two sides: what visitors may be offered, and what a server may sell", () => {
  const table = LICENSE_USES.map((use) => [
    use,
    ...(["offer", "sell"] as const).flatMap((usage) =>
      [false, true].map((isAccepted) => isPermitted({ use }, usage, isAccepted)),
    ),
  ]);
  // Offered by default, offered where accepted, sold by default, sold where accepted.
  expect(table).toEqual([
    ["any", true, true, true, true],
    ["non-commercial", false, true, false, false],
    ["personal-research", false, true, false, false],
  ]);
});

it.each(MODELS.filter(({ tier }) => tier === "studio").map((model) => [model.id, model] as const))(
  "CLI-13 %s passes it as its license says, and never by default where it is restricted",
  (id, model) => {
    const isFree = model.licence.use === "any";
    const reasons = [[], [id]].map(
      (accept) => offerOf(model, LOCK.models[id], settings(accept)).reason,
    );
    if (!LOCK.models[id] || !model.form) {
      expect(reasons[0]).toMatch(/^(?:unlocked|no-form)$/);
      return;
    }
    const byDefault = model.surpassed ? "surpassed" : null;
    expect(reasons).toEqual([isFree ? byDefault : "not-accepted", null]);
    expect(isPermitted(model.licence, "sell", true)).toBe(isFree);
  },
);
