import path from "node:path";
import { expect, it } from "vitest";
import { describeBundleError } from "./bundle-error.ts";

const base = path.resolve("/program");
const layers = { runtime: path.join(base, "runtime"), over: null };
const FILE = path.join(base, "runtime/Footer.tsx");

/** As the bundler draws it. */
const drawn = (file: string): string => `Build failed with 1 error:

[UNRESOLVED_IMPORT] Could not resolve './made.ts' in ${file}
   \u256d\u2500[ ${file}:2:22 ]
   \u2502
 2 \u2502 import { made } from "./made.ts";
   \u2502                      \u2500\u2500\u252c\u2500\u2500
   \u2502                        \u2570\u2500\u2500 Module not found.
   \u2502
   \u2502 Help: '${file}' is imported by the following path:
   \u2502         - ${file}
\u2500\u2500\u2500\u256f
`;

it("CLI-4 describes a code error once: its source lines are left to the display of the error", () => {
  const { location, params } = describeBundleError(new Error(drawn(FILE)), layers);
  expect(location).toEqual({ file: "runtime/Footer.tsx", line: 2, column: 22 });
  expect(params).toEqual({
    detail: `[UNRESOLVED_IMPORT] Could not resolve './made.ts' in runtime/Footer.tsx
Help: 'runtime/Footer.tsx' is imported by the following path:
        - runtime/Footer.tsx`,
  });
});

it("CLI-4 reports several errors completely, also those of files outside the site", () => {
  const several = drawn(FILE).replace("1 error", "2 errors");
  expect(describeBundleError(new Error(several), layers).message).toContain("Module not found.");
  const site = path.resolve("/site");
  const other = describeBundleError(new Error(drawn(FILE)), { ...layers, over: site });
  expect(other.message).toContain("Module not found.");
});
