import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "rename",
  description: "Move a page to another address, with its translations, links and a redirect.",
  arguments: [
    ["<page>", "the page: tools/breath-remover, its file, or its address"],
    ["<slug>", "the last part of its new address"],
  ],
  options: [["--dry-run", "list the files that would change, and write nothing"]],
  examples: [
    ["toolkit rename tools/breath-remover breath-eraser", "from /breath-remover to /breath-eraser"],
    ["toolkit rename /breath-remover breath-eraser --dry-run", "which files would change"],
  ],
  notes: "Translations stay up to date. The redirect covers all languages. Use git to undo it.",
  load: async () => (await import("../actions/rename.ts")).default,
} satisfies CommandDeclaration;
