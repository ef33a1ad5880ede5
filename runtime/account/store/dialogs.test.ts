import { describe, expect, it, vi } from "vitest";
import { type DialogRequest, createDialogStore } from "./dialogs.ts";

const confirm: DialogRequest = { name: "confirm", title: "a:title", yes: "a:yes" };
const names = (store: ReturnType<typeof createDialogStore>) =>
  store.getState().stack.map(({ request }) => request.name);

describe("dialogs", () => {
  it("USR-2 after a login the action that requested it continues, once", () => {
    const dialogs = createDialogStore();
    const then = vi.fn<() => void>();
    dialogs.open({ name: "login" }, then);
    expect(then).not.toHaveBeenCalled();
    dialogs.close(true);
    dialogs.close(true);
    expect(then).toHaveBeenCalledTimes(1);
    expect(names(dialogs)).toEqual([]);
  });

  it("USR-2 a login that is given up runs nothing", () => {
    const dialogs = createDialogStore();
    const then = vi.fn<() => void>();
    dialogs.open({ name: "login" }, then);
    dialogs.close();
    expect(then).not.toHaveBeenCalled();
  });

  it("USR-4 a registration that replaces a login completes its request", () => {
    const dialogs = createDialogStore();
    const then = vi.fn<() => void>();
    dialogs.open({ name: "login" }, then);
    const [login] = dialogs.getState().stack;
    dialogs.replace({ name: "register", email: "a@b.c" });
    const [register] = dialogs.getState().stack;
    expect(register!.request).toEqual({ name: "register", email: "a@b.c" });
    expect(register!.id).not.toBe(login!.id);
    dialogs.close(true);
    expect(then).toHaveBeenCalledTimes(1);
  });

  it("asks: yes is true, everything else is false", async () => {
    const dialogs = createDialogStore();
    const yes = dialogs.ask(confirm);
    dialogs.close(true);
    await expect(yes).resolves.toBe(true);
    const no = dialogs.ask(confirm);
    dialogs.close();
    await expect(no).resolves.toBe(false);
  });

  it("stacks, and closing one closes those above it without doing what they are for", async () => {
    const dialogs = createDialogStore();
    dialogs.open({ name: "gift" });
    const lower = dialogs.getState().stack[0]!.id;
    const first = dialogs.ask(confirm);
    const second = dialogs.ask(confirm);
    expect(names(dialogs)).toEqual(["gift", "confirm", "confirm"]);
    dialogs.close(true, lower);
    await expect(Promise.all([first, second])).resolves.toEqual([false, false]);
    expect(names(dialogs)).toEqual([]);
  });

  it("USR-7 two jobs that run out of credits open one dialog, with the newest amount on top", () => {
    const dialogs = createDialogStore();
    const thens = [vi.fn<() => void>(), vi.fn<() => void>()];
    dialogs.open({ name: "insufficient", needed: 3 }, thens[0]!);
    dialogs.open({ name: "login" });
    dialogs.open({ name: "insufficient", needed: 7 }, thens[1]!);
    expect(names(dialogs)).toEqual(["login", "insufficient"]);
    expect(dialogs.getState().stack[1]!.request).toEqual({ name: "insufficient", needed: 7 });
    dialogs.close(true);
    for (const then of thens) expect(then).toHaveBeenCalledTimes(1);
  });

  it("closing a missing dialog does nothing; clear closes all", async () => {
    const dialogs = createDialogStore();
    dialogs.close();
    dialogs.close(true, 99);
    dialogs.clear();
    dialogs.open({ name: "gift" });
    const answer = dialogs.ask(confirm);
    dialogs.close(true, 99);
    expect(names(dialogs)).toEqual(["gift", "confirm"]);
    dialogs.clear();
    await expect(answer).resolves.toBe(false);
    expect(names(dialogs)).toEqual([]);
  });

  it("the continuation of a dialog may open the next one", () => {
    const dialogs = createDialogStore();
    dialogs.open({ name: "login" }, () => dialogs.open({ name: "gift" }));
    dialogs.close(true);
    expect(names(dialogs)).toEqual(["gift"]);
  });
});
