import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { transform } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { framesOf, thrownLocation } from "./thrown-location.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "thrown-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("CLI-4 where something was thrown", () => {
  it.each<[string, string, string[]]>([
    [
      "V8",
      "Error: a (b:1:2)\n    at Tool (file:///s/a.mjs?k:3:4)\n    at async /s/b.mjs:5:6\n    at new Promise (<anonymous>)",
      ["file:///s/a.mjs?k 3 4", "/s/b.mjs 5 6"],
    ],
    [
      "Firefox and Safari",
      "Tool@http://127.0.0.1:1/r/a.tsx?t=1:3:4\n@http://127.0.0.1:1/b.ts:5:6\n",
      ["http://127.0.0.1:1/r/a.tsx?t=1 3 4", "http://127.0.0.1:1/b.ts 5 6"],
    ],
  ])("is read of stacks of %s", (_, stack, frames) => {
    expect(framesOf(stack).map(({ file, line, column }) => `${file} ${line} ${column}`)).toEqual(
      frames,
    );
  });

  it("is the innermost frame that is the site's own, and nothing without a map", async () => {
    const bundle = path.join(folder, "server.mjs");
    const { code, map } = await transform(
      "type A = number;\n\nexport const fail = (a: A): never => {\n  throw new Error(`${a}`);\n};\n",
      { loader: "ts", sourcemap: "external", sourcefile: "../site/runtime/fail.ts" },
    );
    fs.writeFileSync(bundle, code);
    fs.writeFileSync(`${bundle}.map`, map);
    const { fail } = (await import(`${bundle}?1`)) as { fail: (a: number) => never };
    const root = path.join(folder, "../site");
    let thrown: unknown;
    try {
      fail(1);
    } catch (error) {
      thrown = error;
    }
    expect(thrownLocation(thrown, bundle, root)).toEqual({
      file: "runtime/fail.ts",
      line: 4,
      column: 9,
    });
    fs.writeFileSync(`${bundle}.map`, map.replace("../site/runtime", "../node_modules/x"));
    expect(thrownLocation(thrown, bundle, root)).toBeUndefined();
    fs.rmSync(`${bundle}.map`);
    expect(thrownLocation(thrown, bundle, root)).toBeUndefined();
  });
});
