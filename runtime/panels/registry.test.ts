import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createMessages } from "../i18n/messages.ts";
import { mergeMessages } from "./merge-messages.ts";
import { type PanelModules, createPanelRegistry, panelModules } from "./registry.ts";

const EN = { code: "en", language: "en-US" };
const AR = { code: "ar", language: "ar" };
const Panel = (): null => null;
const give =
  <T>(value: T) =>
  async () => ({ default: value });
const modules = (messages: PanelModules["messages"] = {}): PanelModules => ({
  manifests: { "./loop/panel.ts": give({ id: "loop", presets: ["loop"] }) },
  panels: { "./loop/Panel.tsx": give(Panel) },
  runners: { "./loop/job.ts": give(async () => []) },
  messages,
});
const registryOf = (messages?: PanelModules["messages"]) => {
  const addMessages = vi.fn<Parameters<typeof createPanelRegistry>[0]["addMessages"]>();
  const registry = createPanelRegistry({ modules: modules(messages), fallback: EN, addMessages });
  return { registry, addMessages };
};

describe("panels", () => {
  it("WSP-5 a panel comes with its messages, English where the language lacks them", async () => {
    const { registry, addMessages } = registryOf({
      "./loop/messages/en.json": give({ title: "Loop", run: "Run" }),
      "./loop/messages/ar.json": give({ title: "حلقة" }),
    });
    expect(await registry.loadPanel("loop", AR)).toBe(Panel);
    expect(addMessages).toHaveBeenCalledExactlyOnceWith(AR, "panel-loop", {
      title: "حلقة",
      run: "Run",
    });
    expect(registry.panelsBuilt()).toEqual(["loop"]);
    expect(await registry.loadManifest("loop")).toMatchObject({ id: "loop" });
    await expect((await registry.loadRunner("loop"))({} as never)).resolves.toEqual([]);
  });

  it("WSP-5 a panel without messages of its own, and one that does not exist", async () => {
    const { registry, addMessages } = registryOf();
    await registry.loadPanel("loop", EN);
    expect(addMessages).toHaveBeenCalledExactlyOnceWith(EN, "panel-loop", {});
    await expect(registry.loadPanel("lop", EN)).rejects.toThrow("runtime/panels/lop/Panel.tsx");
    await expect(registry.loadRunner("lop")).rejects.toThrow("runtime/panels/lop/job.ts");
  });

  it("LOC-6 an English plural form replaces every form that a language needs", () => {
    const messages = createMessages({ fallback: EN, fetch: () => Promise.reject(new Error()) });
    const base = {
      files_one: "{{count}} file",
      files_other: "{{count}} files",
      deep: { a_other: "A" },
    };
    messages.add(AR, "panel-loop", mergeMessages(base, { deep: {} }, "ar"));
    const t = messages.translateOf(AR);
    for (const count of [0, 1, 2, 3, 11, 100]) {
      expect(t("panel-loop:files", { count })).toMatch(/^\S+ files?$/);
      expect(t("panel-loop:deep.a", { count })).toBe("A");
    }
  });

  it("LOC-6 forms of two languages do not mix", () => {
    const base = { files_one: "one", files_other: "many" };
    expect(mergeMessages(base, { files_other: "ملفات", files_two: "ملفان" }, "ar")).toEqual({
      files_zero: "ملفات",
      files_one: "ملفات",
      files_two: "ملفان",
      files_few: "ملفات",
      files_many: "ملفات",
      files_other: "ملفات",
    });
  });

  it("the bundler finds the panels that are on the disk", async () => {
    const folders = fs
      .readdirSync(import.meta.dirname, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const has = (file: string) =>
      folders
        .filter((folder) => fs.existsSync(path.join(import.meta.dirname, folder, file)))
        .map((folder) => `./${folder}/${file}`);
    const found = panelModules();
    expect(Object.keys(found.manifests).sort()).toEqual(has("panel.ts").sort());
    expect(Object.keys(found.panels).sort()).toEqual(has("Panel.tsx").sort());
    expect(Object.keys(found.runners).sort()).toEqual(has("job.ts").sort());
    for (const load of Object.values(found.manifests))
      expect(await load()).toHaveProperty("default.id");
  });

  it("LOC-7 translations of a panel have its keys and its values", async () => {
    const { messages } = panelModules();
    const flat = (tree: object, prefix = ""): [string, string][] =>
      Object.entries(tree).flatMap(([key, value]: [string, unknown]): [string, string][] =>
        typeof value === "string"
          ? [[prefix + key, value]]
          : flat(value as object, `${prefix}${key}.`),
      );
    const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");
    const values = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name);
    for (const [file, load] of Object.entries(messages)) {
      const english = messages[file.replace(/[\w-]+\.json$/, "en.json")];
      expect(english, file).toBeDefined();
      const base = new Map(
        flat((await english!()).default).map(([key, text]) => [stem(key), text]),
      );
      for (const [key, text] of flat((await load()).default)) {
        expect(base.has(stem(key)), `${file}: ${key}`).toBe(true);
        for (const name of values(text)) expect(base.get(stem(key))).toContain(name);
      }
    }
  });
});
