import fs from "node:fs";
import path from "node:path";
import { writeHome } from "./home.ts";

/** Syllables that words are made of: about six bytes a word in every script. */
const SCRIPTS: Readonly<Record<string, readonly [syllables: string, length: number]>> = {
  latin: ["ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu", 3],
  cyrillic: ["а б в г д е ж з и к л м н о п р с т у ф", 3],
  arabic: ["ا ب ت ث ج ح د ذ ر ز س ش ص ط ع غ ف ق ك ل", 3],
  han: ["一 二 三 上 下 中 大 小 人 山 水 火 木 金 土 日 月 年 音 声", 2],
  hangul: ["가 나 다 라 마 바 사 아 자 차 카 타 파 하 고 노 도 로 모 보", 2],
};
const LOCALES: readonly [code: string, name: string, dir: "ltr" | "rtl", script: string][] = [
  ["en", "English", "ltr", "latin"],
  ["ar", "العربية", "rtl", "arabic"],
  ["de", "Deutsch", "ltr", "latin"],
  ["es", "Español", "ltr", "latin"],
  ["fr", "Français", "ltr", "latin"],
  ["id", "Indonesia", "ltr", "latin"],
  ["it", "Italiano", "ltr", "latin"],
  ["ja", "日本語", "ltr", "han"],
  ["ko", "한국어", "ltr", "hangul"],
  ["nl", "Nederlands", "ltr", "latin"],
  ["pt", "Português", "ltr", "latin"],
  ["ru", "Русский", "ltr", "cyrillic"],
  ["zh", "中文", "ltr", "han"],
  ["pl", "Polski", "ltr", "latin"],
];

/** Linear congruential numbers from 0 to 1: the same site from the same arguments. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

interface Writer {
  words(count: number): string;
  text(count: number): string;
}
function writerOf(script: string, seed: number): Writer {
  const [list, length] = SCRIPTS[script]!;
  const syllables = list.split(" ");
  const random = randomOf(seed);
  const word = (): string =>
    Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]).join("");
  const words = (count: number): string => {
    const made = Array.from({ length: count }, word).join(" ");
    return made[0]!.toUpperCase() + made.slice(1);
  };
  return {
    words,
    text: (count) =>
      Array.from(
        { length: Math.ceil(count / 10) },
        (_, at) => `${words(Math.min(10, count - at * 10))}.`,
      ).join(" "),
  };
}

const quote = JSON.stringify;
const list = (count: number, item: (at: number) => string[]): string[] =>
  Array.from({ length: count }, (_, at) => item(at)).flat();

function sections(writer: Writer): string[] {
  const items = (name: string, count: number, length: number): string[] => [
    `${name}:`,
    ...list(count, () => [
      `  - title: ${quote(writer.words(4))}`,
      `    text: ${quote(writer.text(length))}`,
    ]),
  ];
  const title = writer.words(6);
  return [
    `name: ${quote(title)}`,
    `title: ${quote(title)}`,
    `description: ${quote(writer.text(22))}`,
    `heading: ${quote(writer.words(5))}`,
    `tagline: ${quote(writer.text(14))}`,
    ...items("steps", 3, 22),
    ...items("features", 4, 26),
    "faq:",
    ...list(5, () => [
      `  - question: ${quote(`${writer.words(8)}?`)}`,
      `    answer: ${quote(writer.text(40))}`,
    ]),
  ];
}

function body(writer: Writer, link: () => string): string {
  const paragraph = (): string =>
    `${writer.text(20)} **${writer.words(2)}** ${writer.text(20)} [${writer.words(2)}](/${link()}).`;
  const bullets = (mark: string): string => list(4, () => [`${mark} ${writer.text(8)}`]).join("\n");
  return [
    `## ${writer.words(4)}`,
    paragraph(),
    bullets("-"),
    `### ${writer.words(3)}`,
    paragraph(),
    bullets("1."),
    `## ${writer.words(4)}`,
    `> ${writer.text(20)}`,
    "```\n" + writer.words(12) + "\n```",
    paragraph(),
    paragraph(),
  ].join("\n\n");
}

function layout(writer: Writer, slugs: readonly string[]): object {
  const link = (at: number) => ({ label: writer.words(2), slug: slugs[(at * 7) % slugs.length]! });
  const numbered = (count: number, item: (at: number) => object): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [at, item(at)]));
  return {
    brand: "Toolbench",
    langLabel: writer.words(1),
    navLabel: writer.words(2),
    nav: numbered(25, link),
    footer: numbered(4, (group) => ({
      heading: writer.words(2),
      links: numbered(10, (at) => link(25 + group * 10 + at)),
    })),
    stepsTitle: writer.words(3),
    featuresTitle: writer.words(2),
    faqTitle: writer.words(3),
    relatedTitle: writer.words(2),
    legal: writer.text(12),
    workspace: {
      pick: writer.words(2),
      play: writer.words(1),
      pause: writer.words(1),
      none: writer.words(4),
      hint: writer.text(14),
      reset: writer.words(1),
    },
  };
}

/** Writes a site of `pages` tool pages in 14 locales; the same arguments give the same bytes. */
export function generateSite(root: string, pages: number): { slugs: string[]; locales: string[] } {
  const write = (file: string, text: string): void => {
    const target = path.join(root, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
  };
  const slugs = Array.from({ length: pages }, (_, at) => `tool-${String(at + 1).padStart(4, "0")}`);
  const config = {
    site: { name: "Toolbench", origin: "https://tools.example", contact: "bench" },
    locales: LOCALES.map(([code, name, dir]) => ({
      code,
      language: code,
      name,
      endonym: name,
      dir,
      files: ["site"],
    })),
    seo: { images: false },
    navigation: { tools: [] },
    tts: { espeak: false },
  };
  write("toolkit.config.ts", `export default ${JSON.stringify(config, null, 2)};\n`);
  if (!fs.existsSync(path.join(root, "runtime")))
    fs.symlinkSync(path.join(import.meta.dirname, "site/runtime"), path.join(root, "runtime"));
  writeHome(root);
  LOCALES.forEach(([code, , , script], number) => {
    const writer = writerOf(script, number + 1);
    write(`locales/${code}/site.json`, JSON.stringify(layout(writer, slugs)));
    slugs.forEach((slug, at) => {
      const random = randomOf(at + 1);
      const other = (): string => slugs[Math.floor(random() * pages)]!;
      const related = [
        ...new Set(Array.from({ length: 20 }, (_, step) => slugs[(at + 1 + step * 2) % pages]!)),
      ].filter((found) => found !== slug);
      const fixed = [
        `slug: ${slug}`,
        'menu: "1"',
        "panel: bench",
        "preset: bench",
        "cost: free",
        "group: clean",
        `modified: 2026-0${1 + (at % 9)}-1${at % 10}`,
        `rating: { value: ${(4 + (at % 10) / 10).toFixed(1)}, count: ${100 + at}, reviews: ${10 + at} }`,
        "related:",
        ...related.map((found) => `  - ${found}`),
      ];
      const folder = code === "en" ? "content/tools" : `locales/${code}/tools`;
      write(
        `${folder}/${slug}.md`,
        [
          "---",
          ...(code === "en" ? fixed : []),
          ...sections(writer),
          "---",
          "",
          body(writer, other),
          "",
        ].join("\n"),
      );
    });
  });
  return { slugs, locales: LOCALES.map(([code]) => code) };
}
