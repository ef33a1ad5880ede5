import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { namesOfStyle } from "./style-names.ts";

it("CLI-2 HTML shows the names of a CSS module, and nothing of its rules", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "style-"));
  const namesIn = (text: string, name = "x.module.css"): string => {
    fs.writeFileSync(path.join(folder, name), text);
    return namesOfStyle(path.join(folder, name));
  };
  const names = namesIn(".a .b-c:hover { color: red } @keyframes turn { to { opacity: 0 } }");
  expect(names).toBe("a b-c turn");
  expect(namesIn(".b-c { animation: turn 2s } .a { gap: 1px } @keyframes turn {}")).toBe(names);
  expect(namesIn(".a {}")).not.toBe(names);
  expect(namesIn(".a { composes: b from './y.css' }")).toContain("composes");
  expect(namesIn(".a {}", "x.css")).toBe("");
  fs.rmSync(folder, { recursive: true });
});
