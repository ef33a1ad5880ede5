import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import fc from "fast-check";
import { rateTool } from "#core/api/ratings/rate-tool.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { type TestApi, startTestApi } from "../account/test-api.ts";
import { type ServerRating, planRatings } from "./plan-ratings.ts";
import { writeRating } from "./write-rating.ts";

const RATING = { value: 4.6, count: 12, reviews: 3 };
const LINE = "rating: { value: 4.6, count: 12, reviews: 3 }";
const page = (...fields: string[]): string =>
  [
    "---",
    "slug: trimmer",
    ...fields,
    "name: Trimmer",
    "---",
    "",
    "rating: not this",
    "---",
    "",
  ].join("\n");

describe("writing a rating", () => {
  it("CLI-14 is inserted after `related`, or at the end without it", () => {
    expect(writeRating(page("related: [a, b]"), "a.md", RATING)).toBe(
      page("related: [a, b]", LINE),
    );
    expect(writeRating("---\nslug: a\n---\nBody\n", "a.md", RATING)).toBe(
      `---\nslug: a\n${LINE}\n---\nBody\n`,
    );
  });

  it.each([
    ["on one line", ["rating: {value: 3, count: 9, reviews: 0}"]],
    ["on four lines", ["rating:", "  value: 3", "  count: 9", "  reviews: 0"]],
  ])("CLI-14 takes the place of one %s, and leaves without it", (_how, before) => {
    const text = page("cost: free # ours", ...before, "modified: 2026-11-22");
    const rest = ["cost: free # ours", "modified: 2026-11-22"] as const;
    expect(writeRating(text, "a.md", RATING)).toBe(page(rest[0], LINE, rest[1]));
    expect(writeRating(text, "a.md", null)).toBe(page(...rest));
  });

  it("CLI-14 keeps every other byte, with the line ends and the byte order mark of the file", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string().map((text) => text.replace(/[\r\n]/g, " "))),
        fc.boolean(),
        fc.boolean(),
        (body, isWindows, hasMark) => {
          const front = ["---", "slug: a", "# a remark", "related:", "  - b", "---"];
          const end = isWindows ? "\r\n" : "\n";
          const text = (hasMark ? "\uFEFF" : "") + [...front, ...body].join(end);
          const written = writeRating(text, "a.md", RATING);
          expect(written.replace(LINE + end, "")).toBe(text);
          expect(writeRating(written, "a.md", null)).toBe(text);
          expect(writeRating(written, "a.md", RATING)).toBe(written);
        },
      ),
    );
  });
});

describe("which pages change", () => {
  const file = (slug: string, rating = "") => ({
    file: `content/tools/${slug}.md`,
    text: `---\nslug: ${slug}\n${rating}---\n`,
  });
  const rated = (tool: string, count: number, value = 4.56): ServerRating => ({
    tool,
    value,
    count,
    reviews: 1,
  });

  it("CLI-14 a page with fewer ratings than required has none of its own", () => {
    const files = [
      file("few", "rating: { value: 5, count: 4000, reviews: 2 }\n"),
      file("enough"),
      file("none"),
    ];
    const plan = planRatings(files, [rated("few", 4), rated("enough", 5)], 5);
    expect(plan.changes.map(({ tool, after }) => [tool, after])).toEqual([
      ["few", null],
      ["enough", { value: 4.6, count: 5, reviews: 1 }],
    ]);
    expect(plan.changes[0]!.text).toBe(file("few").text);
    expect(plan.few.map(({ tool }) => tool)).toEqual(["few"]);
  });

  it("CLI-14 a correct value is unchanged in any notation", () => {
    const known = "rating:\n  value: 4.6\n  count: 5\n  reviews: 1\n";
    const plan = planRatings([file("a", known)], [rated("a", 5), rated("gone", 9)], 5);
    expect(plan).toMatchObject({ changes: [], same: ["a"], unknown: ["gone"] });
  });

  it("CLI-14 a file that cannot be read is named, and the others are done", () => {
    const broken = { file: "content/tools/broken.md", text: "---\nslug: [\n---\n" };
    const plan = planRatings([broken, file("a")], [rated("a", 5)], 5);
    expect(plan.unreadable).toEqual(["content/tools/broken.md"]);
    expect(plan.changes).toHaveLength(1);
  });
});

describe("toolkit ratings", () => {
  let api: TestApi;
  let before: Map<string, string>;
  const folder = () => path.join(api.root, "content/tools");
  const read = () =>
    new Map(
      fs
        .readdirSync(folder())
        .map((name) => [name, fs.readFileSync(path.join(folder(), name), "utf8")]),
    );
  const command = (...words: string[]) => run(api.root, [...words, "--api", api.url]);

  beforeAll(async () => {
    api = await startTestApi();
    const client = api.client();
    for (const [at, stars] of [5, 4, 5, 5, 4].entries())
      await client.call(rateTool, {
        tool: "vocal-remover",
        stars,
        visitor: `visitor-number-${at}`,
        locale: "en",
        ...(at < 2 && { review: `Words\nof ${at}` }),
      });
    await client.call(rateTool, {
      tool: "noise-gate-🎧",
      stars: 1,
      visitor: "visitor-number-1",
      locale: "de",
      review: "Zu laut \u001b[31mrot",
    });
    await client.close();
    before = read();
  });
  beforeEach(() => {
    for (const [name, text] of before) fs.writeFileSync(path.join(folder(), name), text);
  });
  afterAll(() => api.close());

  it("CLI-14 pull writes the rating of the page that has enough, and is done the second time", async () => {
    const dry = await command("ratings", "pull", "--dry-run");
    expect([dry.code, read()]).toEqual([1, before]);
    const first = await command("ratings", "pull");
    expect(first.code).toBe(0);
    expect(first.out).toBe(
      "content/tools/tool-0.md\n+ rating: { value: 4.6, count: 5, reviews: 2 }\n",
    );
    expect(first.err).toContain("noise-gate-🎧: 1 rating, too few to show; 5 are needed.");
    const changed = [...read()].filter(([name, text]) => before.get(name) !== text);
    expect(changed).toEqual([
      [
        "tool-0.md",
        "---\nslug: vocal-remover\ncost: 1\nrating: { value: 4.6, count: 5, reviews: 2 }\n---\n",
      ],
    ]);
    const again = await command("ratings", "pull", "--dry-run");
    expect([again.code, again.out]).toEqual([0, ""]);
    const more = await command("ratings", "pull", "--min", "6");
    expect([more.code, read()]).toEqual([0, before]);
  });

  it("CLI-14 pull reports its changes to programs", async () => {
    const { out } = await command("ratings", "pull", "--dry-run", "--json");
    expect(JSON.parse(out)).toEqual({
      dry_run: true,
      changed: [
        {
          tool: "vocal-remover",
          file: "content/tools/tool-0.md",
          before: null,
          after: { value: 4.6, count: 5, reviews: 2 },
        },
      ],
      same: [],
      few_ratings: [{ tool: "noise-gate-🎧", count: 1 }],
      unknown: [],
      unreadable: [],
    });
  });

  it.each([
    ["a server that is not there", ["--api", "http://127.0.0.1:9"], /nothing listens/],
    ["a number that is none", ["--min", "few"], /--min takes a number/],
  ])("CLI-14 pull with %s changes nothing and ends with 2", async (_what, words, message) => {
    const { code, err } = await run(api.root, ["ratings", "pull", ...words, "--dry-run"], {});
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(read()).toEqual(before);
  });

  it("CLI-14 lists reviews, newest first, without terminal control sequences", async () => {
    const { code, out } = await command("ratings");
    expect(code).toBe(0);
    const rows = out.split("\n").map((row) => row.split("\t").slice(1, 5));
    expect(rows[0]).toEqual(["noise-gate-🎧", "1", "de", "Zu laut [31mrot"]);
    expect(rows[1]).toEqual(["vocal-remover", "4", "en", ""]);
    const worst = await command("ratings", "--sort", "stars", "--filter", "words", "--json");
    expect(JSON.parse(worst.out)).toMatchObject({
      list: [{ stars: 4 }, { stars: 5 }],
    });
  });
});
