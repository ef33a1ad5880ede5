import path from "node:path";
import { expect, it } from "vitest";
import { locationToOpen } from "./open-location.ts";

const HERE = import.meta.dirname;

it("CLI-4 a place opens in the editor below the site's folders alone", () => {
  const folders = [path.join(HERE, "../client"), HERE];
  const whole = path.join(HERE, "open-location.ts");
  expect(locationToOpen("open-location.ts:3:1", folders)).toBe(`${whole}:3:1`);
  expect(locationToOpen("open-location.ts:3", folders)).toBe(`${whole}:3`);
  expect(locationToOpen(whole, folders)).toBe(whole);
  for (const location of ["../vite.ts:1:1", "/etc/passwd", "none.ts:1", "", ":1:1"])
    expect(locationToOpen(location, folders), location).toBeUndefined();
});
