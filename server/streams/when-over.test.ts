import { expect, it } from "vitest";
import { whenOver } from "./when-over.ts";

const after = (body: ReadableStream<Uint8Array>) => {
  const errors: unknown[] = [];
  return { told: errors, stream: whenOver(body, (error) => void errors.push(error)) };
};

it("API-17 is over without an error for a reader that goes away while a chunk is on its way", async () => {
  const chunk = Promise.withResolvers<Uint8Array>();
  const { stream, told } = after(
    new ReadableStream({ pull: async (controller) => controller.enqueue(await chunk.promise) }),
  );
  const reader = stream.getReader();
  const read = reader.read();
  await reader.cancel();
  chunk.resolve(Uint8Array.of(1));
  expect((await read).done).toBe(true);
  await new Promise(setImmediate);
  expect(told).toEqual([undefined]);
});

it("API-17 is over with the error of a body that fails", async () => {
  const { stream, told } = after(
    new ReadableStream({ pull: (controller) => controller.error(new Error("cut")) }),
  );
  await expect(stream.getReader().read()).rejects.toThrow("cut");
  expect(told).toMatchObject([{ message: "cut" }]);
});
