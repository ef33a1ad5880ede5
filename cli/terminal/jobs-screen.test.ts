import { describe, expect, it } from "vitest";
import { type Controller, createController } from "./controller.ts";
import { describe as describeScreen } from "./describe.ts";
import { frame } from "./frame.ts";
import { lineText } from "./layout/line.ts";
import { JOB_VIEWS, type View } from "./model.ts";
import { createTestClient, NOW, testServerJob, testWorker, unreachable } from "./test-account.ts";

async function open(view: View, columns = 120) {
  const client = createTestClient(0);
  const controller = createController(
    { client, now: () => NOW, open: async () => false, onEnd: () => {} },
    {
      view,
      views: JOB_VIEWS,
      size: { columns, rows: 24 },
      account: {
        email: "Jobs",
        api: "https://fermata.example",
        isUnicode: true,
        tool: undefined,
      },
    },
  );
  controller.load();
  await controller.idle();
  return { ...controller, world: client.world };
}
async function type(controller: Controller, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    controller.press(key);
    await controller.idle();
  }
}
const follow = async (controller: Controller): Promise<void> => {
  controller.follow();
  await controller.idle();
};
const screen = (controller: Controller): string =>
  frame(controller.model()).map(lineText).join("\n");
const chosen = (controller: Controller): string =>
  screen(controller)
    .split("\n")
    .find((row) => row.startsWith("›")) ?? "";

describe("the screen of jobs", () => {
  it("CLI-16 counts jobs by pool and state, and lists those of a count", async () => {
    const controller = await open("queue");
    expect(screen(controller)).toMatch(/cpu +queued +98 +2 min/);
    expect(screen(controller)).toMatch(/cpu +failed +32 +2 min/);
    await type(controller, "down", "enter");
    expect(screen(controller)).toContain("Filter: failed cpu");
    expect(screen(controller)).toContain("1 of 32");
    expect(new Set(controller.world.requests)).toEqual(
      new Set(["getJobQueue", "findJobs", "listWorkers"]),
    );
  });

  it("CLI-16 lists the jobs of an account by its digest, with all about a job", async () => {
    const controller = await open("jobs");
    await type(controller, "/", ...Array.from("account-3"), "enter");
    expect(screen(controller)).toContain("1 of 26");
    await type(controller, "enter");
    expect(screen(controller)).toMatch(/Account +account-3/);
    expect(screen(controller)).toMatch(/Fault +crashed/);
    expect(describeScreen(controller.model()).join(" ")).toContain("Id: job-0003");
  });

  it("CLI-16 follows jobs live, with the cursor on its job, until one stops that", async () => {
    const controller = await open("jobs");
    await type(controller, "j", "j", " ");
    const before = chosen(controller);
    controller.world.serverJobs.unshift({ ...testServerJob(0), id: "job-", state: "running" });
    controller.world.serverJobs.splice(3, 1);
    await follow(controller);
    expect(chosen(controller)).toBe(before);
    expect(screen(controller)).toContain("running");
    expect(controller.model().lists.jobs.marked.size).toBe(0);
    await type(controller, "f");
    expect(screen(controller)).toContain("Not live");
    controller.world.serverJobs = [];
    await follow(controller);
    expect(chosen(controller)).toBe(before);
    await type(controller, "f");
    await follow(controller);
    expect(screen(controller)).toContain("No jobs yet.");
  });

  it("CLI-16 keeps what it has while the API does not answer, and continues when it does", async () => {
    const controller = await open("jobs");
    controller.world.failures.set("findJobs", unreachable());
    await follow(controller);
    expect(screen(controller)).toContain("nothing listens there.");
    expect(chosen(controller)).toContain("account-0");
    controller.world.failures.clear();
    await follow(controller);
    expect(screen(controller)).not.toContain("nothing listens there.");
  });

  it("CLI-16 cancels jobs and starts dead letters again, after a question", async () => {
    const controller = await open("jobs");
    await type(controller, "x");
    expect(screen(controller)).toContain("Cancel 1 job job-0000?");
    await type(controller, "n");
    expect(screen(controller)).toContain("Nothing was canceled.");
    await type(controller, " ", " ", "x", "y");
    expect(screen(controller)).toContain("2 jobs canceled.");
    const states = () => controller.world.serverJobs.slice(0, 4).map(({ state }) => state);
    expect(states()).toEqual(["canceled", "canceled", "queued", "failed"]);
    await type(controller, "d", "y");
    expect(screen(controller)).toContain("Only jobs that failed because of machines");
    await type(controller, "j", "d", "y");
    expect(screen(controller)).toContain("1 job queued again.");
    expect(states()).toEqual(["canceled", "canceled", "queued", "queued"]);
  });

  it("CLI-16 drains a worker after a question, and shows that it drains", async () => {
    const controller = await open("workers");
    expect(screen(controller)).toMatch(/worker-1 +working +cpu +1\/4/);
    await type(controller, "j", "x");
    expect(screen(controller)).toContain("Drain 1 worker worker-1? Running jobs end first.");
    await type(controller, "y");
    expect(screen(controller)).toMatch(/worker-0 +working/);
    expect(screen(controller)).toMatch(/worker-1 +draining/);
    controller.world.workers = [{ ...testWorker(0), state: "silent" }];
    await follow(controller);
    expect(screen(controller)).toMatch(/worker-0 +silent/);
    await type(controller, "?");
    expect(screen(controller)).toContain("drain the marked workers");
  });

  it("CLI-16 names a worker by its whole id, or in a narrow window by the end that the question repeats", async () => {
    for (const [columns, name] of [
      [80, "01a22e8c-e017-7d96-ac33-6f2eb4a38970"],
      [40, "b4a38970"],
    ] as const) {
      const controller = await open("workers", columns);
      controller.world.workers = [
        { ...testWorker(0), id: "01a22e8c-e017-7d96-ac33-6f2eb4a38970" },
        { ...testWorker(1), id: "01a22e8c-e017-7d96-ac33-6f2eb4a38971" },
      ];
      await follow(controller);
      expect(chosen(controller)).toMatch(new RegExp(`^› +${name} +working`));
      await type(controller, "x");
      expect(screen(controller)).toContain("Drain 1 worker b4a38970?");
    }
  });
});
