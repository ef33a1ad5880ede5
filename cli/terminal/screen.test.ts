import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolkitError } from "#core/errors/errors.ts";
import { type Controller, type Ports, type Start, createController } from "./controller.ts";
import { describe as tell } from "./describe.ts";
import { displayWidth } from "../text/display-width.ts";
import { frame } from "./frame.ts";
import { lineText, widthOf } from "./layout/line.ts";
import { REVIEW_VIEWS } from "./model.ts";
import { createTestClient, NAMES, NOW, unreachable } from "./test-account.ts";
import { isLong } from "#tests/left-out.ts";

const ACCOUNT: Start["account"] = {
  email: "mika@example.org",
  api: "https://fermata.example",
  isUnicode: true,
  tool: undefined,
};

function open(
  client: ReturnType<typeof createTestClient>,
  start: Partial<Start> = {},
  ports: Partial<Ports> = {},
): Controller & { readonly client: typeof client; readonly ended: unknown[] } {
  const ended: unknown[] = [];
  const controller = createController(
    {
      client,
      now: () => NOW,
      open: async () => false,
      onEnd: (error) => ended.push(error),
      ...ports,
    },
    { view: "usage", size: { columns: 80, rows: 24 }, account: ACCOUNT, ...start },
  );
  controller.load();
  return { ...controller, client, ended };
}
async function type(controller: Controller, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    controller.press(key);
    await controller.idle();
  }
}
const rowsOf = (controller: Controller): string[] => frame(controller.model()).map(lineText);
const screen = (controller: Controller): string => rowsOf(controller).join("\n");
const chosen = (controller: Controller): string =>
  rowsOf(controller).find((row) => row.startsWith("›")) ?? "";

describe("the account's screen", () => {
  it("CLI-8 shows balance, claim, plan, use and what tools cost", async () => {
    const controller = open(createTestClient(40), { view: "credits" });
    expect(screen(controller)).toContain("Reading the account");
    await controller.idle();
    const shown = screen(controller);
    expect(shown).toContain("43   3 free · 40 of plan and packs");
    expect(shown).toContain("3 credits can be claimed now: press c");
    expect(shown).toContain("Plan     none");
    expect(shown).toMatch(/30 days {2}[▁▂▃▄▅▆▇█]{30}/);
    expect(shown).toMatch(/人声分离 +5 /);
    await type(controller, "c");
    expect(screen(controller)).toContain("3 credits claimed.");
    expect(screen(controller)).toContain("46   6 free");
  });

  it("CLI-8 moves by keys of arrows and of letters, and reads on as one moves", async () => {
    const controller = open(createTestClient(0, 230), { view: "payments" });
    await controller.idle();
    const read = () => controller.model().data.payments.loaded.rows.length;
    expect(read()).toBe(100);
    await type(controller, "j", "down");
    expect(chosen(controller)).toContain("عازل");
    await type(controller, "k");
    expect(chosen(controller)).toContain("人声分离");
    await type(controller, "up", "up", "up");
    expect(screen(controller)).toContain("1 of 230");
    await type(controller, "pagedown");
    expect(screen(controller)).toMatch(/1\d of 230/);
    for (let n = 0; n < 6; n++) await type(controller, "pagedown");
    expect(read()).toBe(200);
    await type(controller, "G");
    expect(screen(controller)).toContain("230 of 230");
    await type(controller, "k", "home");
    expect(screen(controller)).toContain("1 of 230");
    await type(controller, "end", "pageup");
    expect(screen(controller)).toMatch(/21\d of 230/);
  });

  it("CLI-8 sorts and filters over all rows, and says how many there are", async () => {
    const controller = open(createTestClient(230));
    await type(controller, "s", "s", "s");
    expect(controller.model().data.usage.loaded.rows).toHaveLength(230);
    expect(chosen(controller)).toMatch(/ 12 {2}/);
    await type(controller, "r");
    expect(chosen(controller)).toMatch(/ 0 {2}/);
    await type(controller, "/", "人", "声");
    expect(screen(controller)).toContain("1 of 29");
    await type(controller, "x", "backspace", "enter");
    expect(screen(controller)).toContain("Filter: 人声");
    await type(controller, "/", "q", "escape");
    expect(screen(controller)).toContain("Filter: 人声");
    await type(controller, "escape");
    expect(screen(controller)).toContain("1 of 230");
    await type(controller, "/", "z", "z", "z", "enter");
    expect(screen(controller)).toContain("None of 230 jobs");
    await type(controller, "j", "enter", "x", " ");
    expect(screen(controller)).toContain("None of 230 jobs");
  });

  it("API-12 deletes the chosen row or the marked ones, after a question", async () => {
    const { client, ...controller } = open(createTestClient(120));
    await controller.idle();
    await type(controller, "j", "x");
    expect(screen(controller)).toContain("Delete 1 job?");
    await type(controller, "escape");
    expect(client.world.jobs).toHaveLength(120);
    await type(controller, "x", "enter");
    expect(client.world.jobs).toHaveLength(120);
    await type(controller, "x", "y");
    expect(client.world.jobs.map(({ id }) => id)).not.toContain("job-1");
    expect(screen(controller)).toContain("1 job deleted.");
    expect(screen(controller)).toContain("2 of 119");
    await type(controller, " ", " ", "delete", "Y");
    expect(client.world.jobs.slice(0, 3).map(({ id }) => id)).toEqual(["job-0", "job-4", "job-5"]);
    await type(controller, "G", "a", "x", "y");
    expect(client.world.jobs).toEqual([]);
    expect(client.world.requests.filter((name) => name === "deleteUsage")).toHaveLength(4);
    expect(screen(controller)).toContain("No jobs yet.");
  });

  it("API-12 what was deleted before a failure is gone from the screen, and the rest stays marked", async () => {
    const client = createTestClient(250);
    let deletions = 0;
    const call: typeof client.call = (one, request) =>
      one.name === "deleteUsage" && ++deletions > 1
        ? Promise.reject(unreachable())
        : client.call(one, request);
    const controller = open({ ...client, call });
    await controller.idle();
    await type(controller, "G", "a", "x", "y");
    expect(client.world.jobs).toHaveLength(150);
    const shown = screen(controller);
    expect(shown).toContain("nothing listens there.");
    expect(shown).toContain("[Jobs 150]");
    expect(shown).toContain("150 marked");
  });

  it("API-12 marks that a filter hides are not deleted unseen", async () => {
    const { client, ...controller } = open(createTestClient(20));
    await controller.idle();
    await type(controller, "a", "/", "人", "enter", "x", "y");
    expect(client.world.jobs).toHaveLength(19);
  });

  it("USR-8 opens an invoice, or shows its address whole", async () => {
    const opened: string[] = [];
    const take = async (address: string) => opened.push(address) > 0;
    const controller = open(createTestClient(1), { view: "payments" }, { open: take });
    await controller.idle();
    await type(controller, "j", "o");
    expect(opened).toEqual(["https://fermata.example/receipts/order-1"]);
    const other = open(createTestClient(1), { view: "payments", size: { columns: 24, rows: 20 } });
    await other.idle();
    await type(other, "o");
    expect(
      rowsOf(other)
        .map((row) => row.trim())
        .join(""),
    ).toContain("https://fermata.example/receipts/order-0");
    await type(other, "escape", "x");
    expect(screen(other)).toContain("Payments stay");
  });

  it("CLI-8 says what failed, and tries again", async () => {
    const { client, ...controller } = open(createTestClient(5), { view: "credits" });
    client.world.failures.set("getBalance", unreachable());
    client.world.failures.set("getPaymentPage", unreachable());
    await type(controller, "u");
    expect(screen(controller)).toContain("nothing listens there. Press u to try again.");
    await type(controller, "3");
    expect(screen(controller)).toContain("nothing listens there.");
    client.world.failures.clear();
    await type(controller, "u");
    expect(screen(controller)).toContain("1 of 3");
    client.world.failures.set("claimDaily", unreachable());
    await type(controller, "1", "c");
    expect(screen(controller)).toContain("nothing listens there.");
    expect(screen(controller)).toContain("43   3 free");
  });

  it("CLI-8 offline keeps the rows and the balance that were there, and says why they are old", async () => {
    const { client, ...controller } = open(createTestClient(150), { view: "usage" });
    await controller.idle();
    await type(controller, "j");
    const before = chosen(controller);
    for (const call of ["getUsagePage", "getPaymentPage", "getBalance"])
      client.world.failures.set(call, unreachable());
    await type(controller, "u");
    expect(chosen(controller)).toBe(before);
    expect(screen(controller)).toContain("nothing listens there.");
    expect(tell(controller.model()).join("\n")).toMatch(/2 of 150.*\n.*nothing listens there/);
    await type(controller, "3");
    expect(screen(controller)).toContain("1 of 3");
    await type(controller, "1");
    expect(screen(controller)).toContain("43   3 free");
    expect(screen(controller)).toContain("nothing listens there.");
    client.world.failures.clear();
    client.world.jobs = client.world.jobs.slice(3);
    await type(controller, "2", "u");
    expect(screen(controller)).toContain("2 of 147");
    expect(screen(controller)).not.toContain("nothing listens there.");
  });

  it("CLI-8 states have the color of what they mean", async () => {
    const { client, ...controller } = open(createTestClient(10));
    client.world.jobs[2] = { ...client.world.jobs[2]!, state: "reserved" };
    await controller.idle();
    const tones = frame(controller.model()).flatMap((row) =>
      row.flatMap(({ text, tone }) =>
        /^\s*(done|running|refunded)\s*$/.test(text) ? [`${text.trim()} ${tone}`] : [],
      ),
    );
    expect(new Set(tones)).toEqual(new Set(["done good", "running warn", "refunded dim"]));
    await type(controller, "3", "j");
    const paid = frame(controller.model()).flat();
    expect(paid.find(({ text }) => text.trim() === "paid")).toMatchObject({ tone: "good" });
  });

  it("CLI-10 a log-in that is not accepted ends it", async () => {
    const { client, ended, ...controller } = open(createTestClient(5));
    const refused = new ToolkitError("NOT_LOGGED_IN", { detail: "It has ended." });
    client.world.failures.set("getBalance", refused);
    await controller.idle();
    expect(ended).toEqual([refused]);
  });

  it("CLI-10 q quits and Ctrl+C interrupts, wherever one is", async () => {
    const controller = open(createTestClient(5));
    await controller.idle();
    for (const keys of [[], ["?"], ["enter"], ["1"], ["2", "o"]]) {
      await type(controller, ...keys);
      expect(controller.press("q")).toBe("quit");
      expect(controller.press("ctrl+c")).toBe("interrupt");
    }
    await type(controller, "/");
    expect(controller.press("q")).toBeUndefined();
    expect(controller.press("ctrl+c")).toBe("interrupt");
  });

  it("CLI-8 the frame keeps within the screen, whatever is typed on a screen of whatever size", async () => {
    const key = fc.constantFrom(
      ..."jkgGhl123?usra x/cox人\u0301y".split(""),
      ..."up down left right pageup pagedown home end enter escape tab shift+tab backspace delete".split(
        " ",
      ),
    );
    const size = fc.record({
      columns: fc.integer({ min: 1, max: 200 }),
      rows: fc.integer({ min: 1, max: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(
        size,
        fc.array(fc.oneof({ weight: 9, arbitrary: key }, size), { maxLength: 20 }),
        fc.nat(230),
        async (first, steps, jobs) => {
          const controller = open(createTestClient(jobs), { size: first, view: "credits" });
          for (const step of [...steps, "escape"]) {
            if (typeof step === "string") controller.press(step);
            else controller.resize(step);
            if (steps.length % 2 === 0) await controller.idle();
            const { columns, rows } = controller.model().size;
            const lines = frame(controller.model());
            expect(lines.length).toBeLessThanOrEqual(Math.max(3, rows - 1));
            for (const line of lines) {
              expect(widthOf(line)).toBeLessThanOrEqual(Math.max(9, columns - 1));
              expect(lineText(line)).not.toMatch(/\p{Cc}/u);
            }
            expect(tell(controller.model()).length).toBeGreaterThan(0);
          }
          await controller.idle();
          expect(controller.ended).toEqual([]);
        },
      ),
      { numRuns: isLong ? 300 : 25 },
    );
  });

  it("CLI-8 columns stand one under the other, in all scripts", async () => {
    for (const columns of [40, 60, 80, 120]) {
      const controller = open(createTestClient(8), { size: { columns, rows: 24 } });
      await controller.idle();
      const rows = rowsOf(controller).filter(
        (row) => /^[› ] [● ] \S/.test(row) && /\d\d:\d\d/.test(row),
      );
      expect(rows).toHaveLength(8);
      // The costs end in the same column, measured as terminals measure width.
      const ends = rows.map((row) =>
        displayWidth(/^.*?\d\d:\d\d {2}.*? {2,}(?:\d+:\d+ +)?\d+(?= |$)/.exec(row)![0]),
      );
      expect(new Set(ends).size, rows.join("\n")).toBe(1);
    }
  });

  it("CLI-8 a terminal without Unicode gets ASCII, but for names", async () => {
    const account = { ...ACCOUNT, isUnicode: false };
    const controller = open(createTestClient(1), {
      account,
      view: "credits",
      size: { columns: 40, rows: 20 },
    });
    const seen = [screen(controller)];
    await controller.idle();
    for (const key of [
      "2",
      "/",
      "z",
      "enter",
      "?",
      "escape",
      "escape",
      " ",
      "x",
      "n",
      "3",
      "enter",
    ]) {
      seen.push(screen(controller));
      await type(controller, key);
    }
    const names = new Set(NAMES.join("") + "e\u0301");
    // oxlint-disable-next-line no-control-regex -- all that is ASCII
    const others = Array.from(seen.join("")).filter((sign) => !/[\u0000-\u007f]/.test(sign));
    expect(others.filter((sign) => !names.has(sign))).toEqual([]);
  });

  it("CLI-8 screen readers get sentences: the selected row, not a drawing", async () => {
    const controller = open(createTestClient(12));
    await controller.idle();
    await type(controller, " ", "x");
    const text = tell(controller.model()).join("\n");
    expect(text).toContain("Delete 1 job");
    await type(controller, "n", "k");
    expect(tell(controller.model()).join("\n")).toContain("1 marked, 1 of 12: marked, time");
    await type(controller, "1");
    const credits = tell(controller.model()).join("\n");
    expect(credits).toContain("43 credits: 3 free, 40 of plan and packs.");
    expect(credits).not.toMatch(/[▁-█]/);
    await type(controller, "2", "enter");
    expect(tell(controller.model()).join("\n")).toContain("Id: job-0");
    await type(controller, "?");
    expect(tell(controller.model()).join("\n")).toContain("a row up, down");
  });
});

describe("the operator's screen", () => {
  const operator = { view: "reviews", views: REVIEW_VIEWS } as const;

  it("CLI-14 lists ratings with their words, and asks for nothing of an account", async () => {
    const controller = open(createTestClient(5), operator);
    await controller.idle();
    expect(screen(controller)).toContain("[Ratings 12]");
    expect(chosen(controller)).toMatch(/vocal-remover +1 +en +Words of visitor 0/);
    await type(controller, "tab", "2", "c", "x");
    expect(screen(controller)).toContain("[Ratings 12]");
    expect(new Set(controller.client.world.requests)).toEqual(new Set(["getReviews"]));
  });

  it("CLI-14 sorts, filters and shows all of a rating by keys, aloud, too", async () => {
    const controller = open(createTestClient(5), operator);
    await controller.idle();
    await type(controller, "/", ...Array.from("visitor 4"), "enter");
    expect(chosen(controller)).toContain("Words of visitor 4");
    expect(tell(controller.model()).join(" ")).toContain("words Words of visitor 4");
    await type(controller, "enter");
    expect(screen(controller)).toMatch(/Stars +5 of 5/);
    await type(controller, "escape", "escape", "s", "s");
    expect(controller.model().lists.reviews.order.sort).toBe("stars");
    expect(chosen(controller)).toMatch(/ 1 +(en|pt-br)/);
    await type(controller, "?");
    expect(screen(controller)).not.toContain("the next view");
  });

  it("CLI-14 explains why only the operator can see reviews", async () => {
    const client = createTestClient(5);
    const detail = "Only the operator of the site may read this.";
    client.world.failures.set(
      "getReviews",
      new ToolkitError("API_REFUSED", { detail, key: "forbidden" }),
    );
    const controller = open(client, operator);
    await controller.idle();
    expect(screen(controller)).toContain(detail);
  });
});
