import { expect, it } from "vitest";
import { openedFiles, receiveFiles } from "./receive-files.ts";

const file = (name: string) => new File(["x"], name);
const handle = (name: string) => ({ getFile: async () => file(name) }) as FileSystemFileHandle;
const lost = {
  getFile: () => Promise.reject(new DOMException("gone", "NotFoundError")),
} as unknown as FileSystemFileHandle;

/** A window whose worker has what was shared, and whose system opened what is launched. */
const windowWith = (
  shared: readonly File[] | null,
  launched?: readonly FileSystemFileHandle[],
): Parameters<typeof receiveFiles>[0] => ({
  navigator:
    ((shared && {
      serviceWorker: {
        controller: {
          postMessage: (_message: unknown, [port]: readonly [MessagePort]) =>
            port.postMessage(shared),
        },
      },
    }) as unknown as Navigator) ?? ({} as Navigator),
  ...(launched && {
    launchQueue: { setConsumer: (consumer) => consumer({ files: launched }) },
  }),
});
const namesOf = async (...given: Parameters<typeof windowWith>): Promise<readonly string[]> =>
  (await receiveFiles(windowWith(...given), "1")).map(({ name }) => name);

it("PWA the files that were shared, and those that were opened, are received", async () => {
  expect(await namesOf([file("a.mp3"), file("b.mp3")])).toEqual(["a.mp3", "b.mp3"]);
  expect(await namesOf([], [handle("c.wav"), handle("d.wav")])).toEqual(["c.wav", "d.wav"]);
});

it("PWA shared files do not wait for a launch queue that has nothing", async () => {
  const { navigator } = windowWith([file("a.mp3")]);
  const launchQueue = { setConsumer: () => {} };
  const read = receiveFiles({ navigator, launchQueue }, "1").then((files) => files.length);
  const late = new Promise((resolve) => setTimeout(resolve, 2000, "late"));
  expect(await Promise.race([read, late])).toBe(1);
});

it("PWA of opened files those that can be read are received", async () => {
  expect(await namesOf([], [handle("a.wav"), lost, handle("b.wav")])).toEqual(["a.wav", "b.wav"]);
  expect(await namesOf([], [lost])).toEqual([]);
});

it("PWA nothing is received without a worker, and of nothing", async () => {
  expect(await namesOf(null)).toEqual([]);
  expect(await namesOf([])).toEqual([]);
  expect(await namesOf([], [])).toEqual([]);
});

it("PWA a project that the system opens is received without a worker", async () => {
  const opened = await openedFiles(windowWith(null, [handle("Talk.audioproject")]));
  expect(opened.map(({ name }) => name)).toEqual(["Talk.audioproject"]);
  expect(await openedFiles(windowWith([file("a.mp3")]))).toEqual([]);
});
