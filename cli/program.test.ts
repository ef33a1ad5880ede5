import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { run } from "#tests/fixtures/run-toolkit.ts";
import type { CommandDeclaration } from "./command-kit/command.ts";

const FOLDER = path.join(import.meta.dirname, "commands");
/** Files of commands, in folders or not, by the names of the commands. */
const files = new Map(
  fs
    .readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => [path.basename(file, ".ts"), path.join(FOLDER, file)]),
);
const names = [...files.keys()];
const declarationOf = async (name: string): Promise<CommandDeclaration> =>
  ((await import(files.get(name)!)) as { default: CommandDeclaration }).default;

/** A command and those below it. */
const all = (declaration: CommandDeclaration): CommandDeclaration[] => [
  declaration,
  ...(declaration.commands ?? []).flatMap(all),
];

it("CLI-10 help lists every command that is declared", async () => {
  const { code, out } = await run(FOLDER, ["--help"]);
  const commands = /^Commands:\n([^]*)/m.exec(out)![1]!;
  const listed = Array.from(commands.matchAll(/^ {2}([a-z-]+)/gm), ([, name]) => name!);
  expect(code).toBe(0);
  expect(listed.filter((name) => name !== "help").toSorted()).toEqual(names.toSorted());
});

it.each(names)(
  "CLI-10 %s has help with examples, and an action that can be loaded",
  async (name) => {
    const declaration = await declarationOf(name);
    expect(declaration.name).toBe(name);
    const { out } = await run(FOLDER, [name, "--help"]);
    const lines = out.split("\n");
    for (const [command, what] of declaration.examples)
      expect(
        lines.filter((line) => line.startsWith(`  $ ${command} `) && line.endsWith(`  ${what}`)),
        command,
      ).toHaveLength(1);
    for (const each of all(declaration)) {
      expect(each.examples.length, each.name).toBeGreaterThan(0);
      if (each.load) expect(await each.load(), each.name).toBeTypeOf("function");
      else expect(each.commands, each.name).not.toBeUndefined();
    }
  },
);
