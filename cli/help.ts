import type { Command } from "commander";

/** Makes a command with the flags that all of them have. */
export type AddCommand = (name: string, description: string, parent?: Command) => Command;

/** The last part of a command's help. */
export const examples = (...lines: [command: string, what: string][]): string => {
  const width = Math.max(...lines.map(([command]) => command.length));
  return `\nExamples:\n${lines.map(([command, what]) => `  $ ${command.padEnd(width)}  ${what}`).join("\n")}\n`;
};
