import { describe, expect, it } from "vitest";
import { createMessageQueue } from "./message-queue.ts";
import { createRpcClient, createRpcServer } from "./rpc.ts";

interface Calls {
  readonly double: { readonly request: { readonly value: number }; readonly result: number };
  readonly name: { readonly request: { readonly first: string }; readonly result: string };
}
type Call = <K extends keyof Calls>(
  request: { readonly call: K } & Calls[K]["request"],
) => Promise<{ readonly value: Calls[K]["result"] }>;
type Request =
  | ({ readonly call: "double" } & Calls["double"]["request"])
  | ({ readonly call: "name" } & Calls["name"]["request"]);

describe("remote procedure calls", () => {
  it("TLS-1 give each request its own response, in the order of the requests", async () => {
    const handled: string[] = [];
    const serve = createRpcServer(
      async (request: Request) => {
        await new Promise((resolve) => setTimeout(resolve, request.call === "double" ? 5 : 0));
        handled.push(request.call);
        if (request.call === "double") return { value: 2 * request.value };
        if (request.first === "") throw new RangeError("There is no name");
        return { value: `${request.first}!` };
      },
      { post: (message) => client.receive(structuredClone(message)) },
    );
    const client = createRpcClient<Call>((message) => serve(message as never));
    const doubled = client.call({ call: "double", value: 21 });
    const named = client.call({ call: "name", first: "Ada" });
    const failed = client.call({ call: "name", first: "" });
    expect(client.isIdle()).toBe(false);
    await expect(failed).rejects.toThrow("There is no name");
    const [{ value: number }, { value: text }] = [await doubled, await named];
    // The type follows from the call: neither line compiles with the other's type.
    expect(number.toFixed(1)).toBe("42.0");
    expect(text.toUpperCase()).toBe("ADA!");
    expect(handled).toEqual(["double", "name", "name"]);
    expect(client.isIdle()).toBe(true);
  });

  it("TLS-1 fail together where the other side ends, and ignore late responses", async () => {
    const client = createRpcClient<Call>(() => {});
    const pending = client.call({ call: "double", value: 1 });
    client.fail(new Error("The thread ended"));
    await expect(pending).rejects.toThrow("The thread ended");
    client.receive({ turn: 1 });
    expect(client.isIdle()).toBe(true);
  });
});

describe("a message queue", () => {
  it("TLS-5 gives values in order, each push waiting until its value was consumed", async () => {
    const queue = createMessageQueue<number>();
    const consumed: number[] = [];
    for (const value of [1, 2]) void queue.push(value).then(() => consumed.push(value));
    const items = queue.items();
    expect((await items.next()).value).toBe(1);
    expect(consumed).toEqual([]);
    expect((await items.next()).value).toBe(2);
    expect(consumed).toEqual([1]);
    queue.end(new Error("gone"));
    queue.end();
    await expect(items.next()).rejects.toThrow("gone");
  });
});
