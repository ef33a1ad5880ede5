import fs from "node:fs";
import path from "node:path";

const TEXT =
  "A page that every site has at its first address, so that the build takes this one for whole.";

/** Writes the home page that every site must have; the same in all languages, and the same each time. */
export function writeHome(root: string): void {
  const file = path.join(root, "content/pages/home.md");
  if (fs.existsSync(file)) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const lines = [
    "---",
    "kind: home",
    "path: /",
    "modified: 2026-01-10",
    "name: Home",
    "title: Toolbench",
    `description: ${JSON.stringify(TEXT)}`,
    "heading: Toolbench",
    `tagline: ${JSON.stringify(TEXT)}`,
    "features:",
    ...[1, 2, 3].flatMap((at) => [`  - title: Reason ${at}`, `    text: ${JSON.stringify(TEXT)}`]),
    "faq:",
    ...[1, 2, 3, 4, 5].flatMap((at) => [
      `  - question: Question ${at}?`,
      `    answer: ${JSON.stringify(TEXT)}`,
    ]),
    "---",
    "",
  ];
  fs.writeFileSync(file, lines.join("\n"));
}
