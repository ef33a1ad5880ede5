import path from "node:path";
import { type Page, chromium } from "playwright";
import { startPreview } from "#cli/preview/serve.ts";
import type { Look } from "#runtime/audio/worker/pictures/look.ts";
import { DEFAULT_LOOK } from "#runtime/panel-kit/video/video-settings.ts";
import { workerOf } from "../speed/in-browser.ts";
import { BROWSER_FLAGS, browserProgram } from "./browser.ts";

/** A film that the worker is asked for: any size and rate, also such as the panel does not offer. */
export interface RequestedVideo {
  /** The sound's file. */
  readonly sound: string;
  readonly output: "mp4" | "webm";
  readonly size: { readonly width: number; readonly height: number };
  readonly rate: number;
  /** Bits a second. */
  readonly bitrate: number;
  /** What differs from `LOOK`. */
  readonly look: Partial<Look>;
}

/** Bars over a gradient, in the colors that panels begin with. */
const LOOK: Look = { ...DEFAULT_LOOK, visual: "bars" };
/** Of the highest level, so that any size can be asked for. */
const CODECS = {
  mp4: [
    { name: "avc", full: "avc1.640034" },
    { name: "avc", full: "avc1.420034" },
    { name: "av1", full: "av01.0.13M.08" },
  ],
  webm: [
    { name: "vp9", full: "vp09.00.51.08" },
    { name: "vp8", full: "vp8" },
  ],
} as const;

/** The worker of the built site, which draws and writes films, in a page without the panel. */
export async function openVideoMaker(dist: string) {
  const worker = workerOf(dist);
  const server = await startPreview({ root: dist, trailingSlash: false, port: 0 });
  const browser = await chromium.launch({
    executablePath: browserProgram(),
    args: [...BROWSER_FLAGS, "--enable-unsafe-swiftshader"],
  });
  return {
    /** @returns where the film lies until the maker is closed, and most flashes in a second of it */
    async make(
      video: RequestedVideo,
    ): Promise<{ readonly file: string; readonly flashes: number }> {
      const page = await browser.newPage();
      await page.goto(`${server.url}/`);
      await page.evaluate(() => {
        const input = document.createElement("input");
        input.type = "file";
        input.id = "film-sound";
        document.body.append(input);
      });
      await page.setInputFiles("#film-sound", video.sound);
      const [saved, flashes] = await Promise.all([
        page.waitForEvent("download", { timeout: 3_600_000 }),
        write(page, worker, video),
      ]);
      const file = path.join(
        path.dirname(await saved.path()),
        `film-${Date.now()}.${video.output}`,
      );
      await saved.saveAs(file);
      await page.close();
      return { file, flashes };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

const write = (
  page: Page,
  worker: string,
  { output, look, ...video }: RequestedVideo,
): Promise<number> =>
  page.evaluate(
    async ({
      worker: url,
      look: requestedLook,
      codecs,
      film: { size, rate, bitrate },
      output: ending,
    }) => {
      const file = document.querySelector<HTMLInputElement>("#film-sound")!.files![0]!;
      const areThere = await Promise.all(
        codecs.map(({ full }) =>
          VideoEncoder.isConfigSupported({ codec: full, ...size, bitrate, framerate: rate }).then(
            ({ supported }) => supported === true,
          ),
        ),
      );
      const codec = codecs[areThere.indexOf(true)];
      const bytes = new ArrayBuffer(0, { maxByteLength: 2 ** 30 });
      /** Has a worker do a task, and keeps what it writes. */
      const ask = <T>(task: object): Promise<T> =>
        new Promise((resolve, reject) => {
          const videoWorker = new Worker(url, { type: "module" });
          videoWorker.onerror = ({ message }) => reject(new Error(message));
          videoWorker.onmessage = ({ data }) => {
            if (data.kind === "write") {
              const end = data.position + data.data.length;
              if (end > bytes.byteLength) bytes.resize(end);
              new Uint8Array(bytes).set(data.data, data.position);
              videoWorker.postMessage({ call: "wrote" });
            } else if (data.kind === "done") {
              videoWorker.terminate();
              resolve(data.value as T);
            } else if (data.kind !== "progress") reject(new Error(JSON.stringify(data)));
          };
          videoWorker.postMessage({ ...task, file });
        });
      const trace = await ask<{ readonly seconds: number }>({ call: "trace" });
      const range = [0, trace.seconds];
      const shown = {
        kind: "visuals",
        look: requestedLook,
        trace,
        captions: [],
        media: null,
        range,
      };
      const drawn = { size, rate, codec, bitrate, shown };
      const { flashes } = await ask<{ readonly flashes: number }>({
        call: "run",
        effect: null,
        values: {},
        output: ending,
        drawn,
      });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([new Uint8Array(bytes).slice()]));
      link.download = `film.${ending}`;
      link.click();
      return flashes;
    },
    { worker, look: { ...LOOK, ...look }, codecs: CODECS[output], film: video, output },
  );
