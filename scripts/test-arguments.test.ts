import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { helpOf, parseArguments } from "./test-arguments.ts";

const STEPS = ["lint", "unit", "sound", "sites", "e2e"];
const parse = (line: string) => parseArguments(line.split(" ").filter(Boolean), STEPS);
const NOTHING = { files: [], long: false, watch: false, help: false };

it("npm test makes everything, or one step, or some of its files", () => {
  expect(parse("")).toEqual(NOTHING);
  expect(parse("--long")).toEqual({ ...NOTHING, long: true });
  expect(parse("lint")).toEqual({ ...NOTHING, step: "lint" });
  expect(parse("--only=unit")).toEqual({ ...NOTHING, step: "unit" });
  expect(parse("unit cli/new cli/check --watch")).toEqual({
    ...NOTHING,
    step: "unit",
    files: ["cli/new", "cli/check"],
    watch: true,
  });
});

it.each([
  ["unti", 'There is no step "unti"'],
  ["--only=nonsense", 'There is no step "nonsense"'],
  ["unit --loud", "Unknown option '--loud'"],
  ["lint cli", '"lint" takes no files'],
  ["lint --watch", "--watch goes with one of unit, sound, sites, e2e"],
  ["--watch", "--watch goes with one of unit, sound, sites, e2e"],
])("npm test refuses %s", (line, wrong) => {
  expect(parse(line)).toEqual({ wrong });
});

it("npm test says what there is, and ends with 2 where it is asked for something else", () => {
  const run = (argument: string) => {
    const script = path.join(import.meta.dirname, "test.mjs");
    return spawnSync(process.execPath, [script, argument], { encoding: "utf8" });
  };
  const help = run("--help");
  expect([help.status, help.stdout.split("\n", 1)[0]]).toEqual([0, helpOf([]).split("\n", 1)[0]]);
  expect(run("unti")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining(help.stdout),
  });
});
