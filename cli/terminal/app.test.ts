import { EventEmitter } from "node:events";
import { render } from "ink";
import { createElement } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type AppProps, App } from "./App.ts";
import { createController } from "./controller.ts";
import type { AccountInfo } from "./model.ts";
import { createTestClient, NOW } from "./test-account.ts";

/** The parts of a terminal that Ink uses. */
class Terminal extends EventEmitter {
  readonly isTTY = true;
  readonly writes: string[] = [];
  columns = 80;
  rows = 24;
  write = (text: string, ...rest: unknown[]): boolean => {
    this.writes.push(text);
    const done = rest.findLast((each) => typeof each === "function") as (() => void) | undefined;
    done?.();
    return true;
  };
  /** All output. */
  shown(): string {
    return this.writes.join("");
  }
}
class Keyboard extends EventEmitter {
  readonly isTTY = true;
  #waiting: string[] = [];
  setEncoding = (): void => {};
  setRawMode = vi.fn<(on: boolean) => void>();
  ref = (): void => {};
  unref = (): void => {};
  resume = (): void => {};
  pause = (): void => {};
  read = (): string | null => this.#waiting.shift() ?? null;
  type(text: string): void {
    this.#waiting.push(text);
    this.emit("readable");
  }
}

const ACCOUNT: AccountInfo = {
  email: "mika@example.org",
  api: "https://fermata.example",
  isUnicode: true,
  tool: undefined,
};
const instances: { unmount: () => void; cleanup: () => void }[] = [];
afterEach(() => {
  for (const each of instances.splice(0)) {
    each.unmount();
    each.cleanup();
  }
});

function show({ readsAloud = false } = {}) {
  const stdout = new Terminal();
  const stdin = new Keyboard();
  const left: string[] = [];
  const controller = createController(
    { client: createTestClient(30), now: () => NOW, open: async () => false, onEnd: () => {} },
    { view: "usage", size: { columns: 80, rows: 24 }, account: ACCOUNT },
  );
  const props: AppProps = { controller, hasColor: true, onLeave: (why) => left.push(why) };
  const instance = render(createElement(App, props), {
    stdout: stdout as never,
    stdin: stdin as never,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
    incrementalRendering: false,
    maxFps: 1000,
    isScreenReaderEnabled: readsAloud,
  });
  instances.push(instance);
  return { stdout, stdin, left, controller, instance };
}
const until = (what: () => unknown): Promise<unknown> =>
  vi.waitFor(() => {
    if (!what()) throw new Error("not yet");
  }, 60_000);

describe("the account's screen in Ink", () => {
  it("CLI-8 has a frame before the API has answered, and another one when it has", async () => {
    const { stdout, controller } = show();
    await until(() => stdout.shown().includes("mika@example.org"));
    expect(controller.model().data.usage.loaded.total).toBeUndefined();
    controller.load();
    await until(() => stdout.shown().includes("[Jobs 30]"));
  });

  it("CLI-8 takes keys as terminals send them, several at once too", async () => {
    const { stdin, controller, left, instance } = show();
    controller.load();
    await controller.idle();
    await until(() => stdin.listenerCount("readable") > 0);
    const cursor = () => controller.model().lists.usage.cursor;
    stdin.type("jj");
    await until(() => cursor() === 2);
    stdin.type("\u001b[B");
    await until(() => cursor() === 3);
    stdin.type("\u001b[6~");
    await until(() => cursor() > 10);
    stdin.type("\u001b[H");
    await until(() => cursor() === 0);
    stdin.type(" ");
    await until(() => controller.model().lists.usage.marked.size === 1);
    stdin.type("/");
    stdin.type("人声");
    await until(() => controller.model().lists.usage.order.filter === "人声");
    stdin.type("\u007f");
    await until(() => controller.model().lists.usage.order.filter === "人");
    stdin.type("\r");
    await until(() => controller.model().mode.kind === "browse");
    stdin.type("/声\r");
    await until(() => controller.model().lists.usage.order.filter === "人声");
    await until(() => controller.model().mode.kind === "browse");
    stdin.type("\t");
    await until(() => controller.model().view === "payments");
    stdin.type("\u001b[Z");
    await until(() => controller.model().view === "usage");
    stdin.type("\u0003");
    await instance.waitUntilExit();
    expect(left).toEqual(["interrupt"]);
    expect(stdin.setRawMode).toHaveBeenLastCalledWith(false);
  });

  it("CLI-8 follows the size of the window", async () => {
    const { stdout, controller } = show();
    controller.load();
    await until(() => stdout.shown().includes("[Jobs 30]"));
    Object.assign(stdout, { columns: 40, rows: 10 });
    stdout.writes.length = 0;
    stdout.emit("resize");
    await until(() => controller.model().size.columns === 40);
    await until(() => stdout.shown().includes("11-21"));
    const last = stdout.writes.findLast((text) => text.includes("11-21"))!;
    expect(last.trimEnd().split("\n").length).toBeLessThan(10);
  });

  it("CLI-8 describes the screen in sentences for screen readers", async () => {
    const { stdout, controller } = show({ readsAloud: true });
    controller.load();
    await until(() => stdout.shown().includes("1 of 30: time"));
    expect(stdout.shown()).not.toContain("›");
  });
});
