import { expect, it } from "vitest";
import { messageSets } from "../check/messages/message-sets.ts";
import { pluralOf } from "../check/messages/messages-forms.ts";
import { loadSite } from "../check/load-site.ts";
import { flatten } from "../build/load/messages.ts";
import { HOME } from "../files/home.ts";
import { createFindNotes } from "./find-notes.ts";
import { createFindTerms } from "./find-terms.ts";
import { loadGlossary } from "./load.ts";

it("LOC-10 a message has its own note, then those of its groups, the nearest first", () => {
  const find = createFindNotes({
    "app:menu.*": "Menu.",
    "app:menu.file.*": "Files.",
    "app:menu.file.open": "Button.",
    "app:men": "Noun.",
  });
  expect(find("app:menu.file.open")).toEqual(["Button.", "Files.", "Menu."]);
  expect(find("app:menu.file")).toEqual(["Menu."]);
  expect(find("app:menus.file")).toEqual([]);
  expect(find("app:menu")).toEqual([]);
  expect(find("app:men")).toEqual(["Noun."]);
});

it("LOC-10 each message of one or two words has a note for translators, or a term", async () => {
  const { glossary, notes } = loadGlossary(HOME);
  const findNotes = createFindNotes(notes);
  const findTerms = createFindTerms(glossary!, "de");
  const site = await loadSite({ root: HOME, home: HOME });
  const short = messageSets(site).sets.flatMap((set) => {
    const english = new Map(flatten(set.treeOf("en")));
    return Array.from(english, ([key, text]) => ({
      id: `${set.name}:${pluralOf(key, english) ?? key}`,
      text,
      words: text.replaceAll(/\{\{.*?\}\}/g, " ").match(/\p{L}[\p{L}\p{M}’'-]*/gu)?.length ?? 0,
    })).filter(({ words }) => words === 1 || words === 2);
  });
  expect(short.length).toBeGreaterThan(400);
  const bare = short.filter(
    ({ id, text }) => findNotes(id).length === 0 && findTerms(text).length === 0,
  );
  expect(bare).toEqual([]);
});
