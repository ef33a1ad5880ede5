import type { Command, Option } from "commander";

/** What a shell can complete after a command. */
export interface CommandNode {
  /** Words after the program's name: `["new", "tool"]`; none for the program itself. */
  readonly path: readonly string[];
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
}

export interface CompletedOption {
  /** `--port` */
  readonly flag: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** Values that it may have, where there are few. */
  readonly choices: readonly string[];
}

const describeOption = ({ long, description, required, optional, argChoices }: Option) => ({
  flag: long!,
  description: description ?? "",
  takesValue: required || optional,
  choices: argChoices ?? [],
});

/** Whether an option of the program may also follow a command. */
const isShared = (option: Option): boolean =>
  option.long !== undefined && option.name() !== "version";

/** Every command of a program with what may follow it, as commander knows them. */
export function commandTree(program: Command): CommandNode[] {
  const visit = (command: Command, path: readonly string[]): CommandNode[] => {
    const help = command.createHelp();
    const commands = help.visibleCommands(command).map((each) => ({
      name: each.name(),
      description: each.description(),
    }));
    const own = help.visibleOptions(command).filter(({ long }) => long);
    const shared = path.length > 0 ? program.options.filter(isShared) : [];
    const options = [...own, ...shared].map(describeOption);
    const node: CommandNode = {
      path,
      commands,
      options: options.filter(({ flag }, at) => options.findIndex((o) => o.flag === flag) === at),
    };
    return [node, ...command.commands.flatMap((each) => visit(each, [...path, each.name()]))];
  };
  return visit(program, []);
}
