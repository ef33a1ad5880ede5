import type { CommandNode, CompletedOption } from "./tree.ts";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const words = ({ commands, options }: CommandNode): string[] => [
  ...commands.map(({ name }) => name),
  ...options.map(({ flag }) => flag),
];
const withChoices = ({ options }: CommandNode): CompletedOption[] =>
  options.filter(({ choices }) => choices.length > 0);
/** Options whose next word is theirs, of all commands. */
const valued = (nodes: readonly CommandNode[]): string[] => [
  ...new Set(
    nodes.flatMap(({ options }) => options.flatMap((o) => (o.takesValue ? [o.flag] : []))),
  ),
];
/** Two words at most name a command; the place among all is found by joining them. */
const key = ({ path }: CommandNode): string => path.join(" ");

/** What a shell calls the words of a line, the place of the first after the program's name, and of the one that is typed. */
interface Line {
  readonly array: string;
  readonly first: number;
  readonly cursor: string;
}

/**
 * Finds which command the words before the cursor name, as `place`; `skip` is left where the word that
 * is typed is an option's. bash and zsh read it alike.
 */
function walk(nodes: readonly CommandNode[], { array, first, cursor }: Line): string {
  const cases = nodes
    .filter(({ path }) => path.length > 0)
    .map((node) => `    ${single(key(node))}) place=${single(key(node))} ;;`);
  return `  for ((at = ${first}; at < ${cursor}; at++)); do
    next="\${${array}[at]}"
    if [[ -n $skip ]]; then skip=""; continue; fi
    case "$next" in
    ${valued(nodes).join("|")}) skip=1; continue ;;
    -*) continue ;;
    esac
    case "\${place:+$place }$next" in
${cases.join("\n")}
    esac
  done`;
}

/** A case for each option with few values. */
const choiceCases = (
  nodes: readonly CommandNode[],
  offer: (choices: readonly string[]) => string,
): string =>
  nodes
    .flatMap((node) =>
      withChoices(node).map(
        ({ flag, choices }) => `    ${single(`${key(node)} ${flag}`)}) ${offer(choices)} ;;`,
      ),
    )
    .join("\n");

function bash(nodes: readonly CommandNode[]): string {
  const cases = nodes.map(
    (node) => `    ${single(key(node))}) words=${single(words(node).join(" "))} ;;`,
  );
  return `# toolkit completion for bash: eval "$(npx --no toolkit completions bash)"
_toolkit() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" place="" next words="" skip="" at
  COMPREPLY=()
${walk(nodes, { array: "COMP_WORDS", first: 1, cursor: "COMP_CWORD" })}
  if [[ -n $skip ]]; then
    case "$place $before" in
${choiceCases(nodes, (choices) => `words=${single(choices.join(" "))}`)}
    *) COMPREPLY=($(compgen -f -- "$word")); return ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    return
  fi
  case "$place" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [[ \${#COMPREPLY[@]} -eq 0 && $word != -* ]]; then COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _toolkit toolkit
`;
}

function zsh(nodes: readonly CommandNode[]): string {
  const entry = (name: string, description: string): string =>
    single(`${name.replaceAll(":", "\\:")}:${description.replaceAll(":", "\\:")}`);
  const cases = nodes.map((node) => {
    const all = [
      ...node.commands.map(({ name, description }) => entry(name, description)),
      ...node.options.map(({ flag, description }) => entry(flag, description)),
    ];
    return `    ${single(key(node))}) all=(${all.join(" ")}) ;;`;
  });
  return `#compdef toolkit
# toolkit completion for zsh: eval "$(npx --no toolkit completions zsh)"
_toolkit() {
  local place="" next skip="" at
  local -a all
${walk(nodes, { array: "words", first: 2, cursor: "CURRENT" })}
  if [[ -n $skip ]]; then
    case "$place \${words[CURRENT-1]}" in
${choiceCases(nodes, (choices) => `compadd -- ${choices.map(single).join(" ")}; return`)}
    esac
    _files
    return
  fi
  case "$place" in
${cases.join("\n")}
  esac
  _describe toolkit all || _files
}
compdef _toolkit toolkit
`;
}

function fish(nodes: readonly CommandNode[]): string {
  const quoted = (text: string): string =>
    `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = nodes.flatMap((node) => {
    const [first, second] = node.path;
    const others = node.commands.map(({ name }) => name).join(" ");
    const seen = [first, second]
      .filter((word) => word !== undefined)
      .map((word) => `__fish_seen_subcommand_from ${word}`);
    const not =
      others === ""
        ? []
        : [
            node.path.length === 0
              ? "__fish_use_subcommand"
              : `not __fish_seen_subcommand_from ${others}`,
          ];
    const when = [...seen, ...not].join("; and ");
    const condition = when === "" ? "" : ` -n ${quoted(when)}`;
    return [
      ...node.commands.map(
        ({ name, description }) =>
          `complete -c toolkit -f${condition} -a ${name} -d ${quoted(description)}`,
      ),
      ...node.options.map(
        ({ flag, description, takesValue, choices }) =>
          `complete -c toolkit${condition} -l ${flag.slice(2)}${takesValue ? " -r" : ""}${choices.length > 0 ? ` -f -a ${quoted(choices.join(" "))}` : ""} -d ${quoted(description)}`,
      ),
    ];
  });
  return `# toolkit completion for fish: npx --no toolkit completions fish | source\n${lines.join("\n")}\n`;
}

function powershell(nodes: readonly CommandNode[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const table = nodes
    .map((node) => {
      const entries = [
        ...node.commands.map(({ name, description }) => [name, description] as const),
        ...node.options.map(({ flag, description }) => [flag, description] as const),
      ];
      const list = entries.map(([name, text]) => `@(${quoted(name)}, ${quoted(text || name)})`);
      return `    ${quoted(key(node))} = @(${list.join(", ")})`;
    })
    .join("\n");
  return `# toolkit completion for PowerShell: npx --no toolkit completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName toolkit -ScriptBlock {
  param($word, $ast, $position)
  $table = @{
${table}
  }
  $place = ''
  foreach ($element in ($ast.CommandElements | Select-Object -Skip 1)) {
    $next = ($place + ' ' + $element.ToString()).Trim()
    if ($element.Extent.EndOffset -lt $position -and $table.ContainsKey($next)) { $place = $next }
  }
  $table[$place] | Where-Object { $_[0] -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`;
}

/** The script that teaches a shell the commands. */
export const completionScript = (shell: Shell, nodes: readonly CommandNode[]): string =>
  ({ bash, zsh, fish, powershell })[shell](nodes);
