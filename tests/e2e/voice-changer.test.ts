import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import type { Page } from "playwright";
import { afterAll, describe, expect, it } from "vitest";
import { readProvenance } from "#audio/media/tags/provenance.ts";
import { ALL, source, violations } from "./access.ts";
import { useBrowser, watch } from "./browser.ts";
import { addFiles, creditsLeft, useToolSite, withTool } from "./enhance-site.ts";
import { readWav, wavOf } from "./sounds.ts";
import { inLongRun, isLong } from "../left-out.ts";

const PITCH = 150;
/** A voice that holds a vowel. */
const vowelAt = (time: number): number => {
  let sum = 0;
  for (let harmonic = 1; harmonic <= 20; harmonic++) {
    const level = 1 / (1 + ((harmonic * PITCH - 700) / 250) ** 2);
    sum += level * Math.sin(2 * Math.PI * harmonic * PITCH * time);
  }
  return 0.1 * sum;
};
/** Pitch of a sound in Hz, by its likeness to itself some time later. */
function pitchOf(samples: ArrayLike<number>, rate: number): number {
  const from = Math.floor(samples.length / 4);
  const count = Math.min(4096, Math.floor(samples.length / 2));
  const at = (lag: number): number => {
    let sum = 0;
    for (let i = from; i < from + count; i++) sum += samples[i]! * samples[i + lag]!;
    return sum;
  };
  const bestOf = (first: number, last: number): number => {
    let best = first;
    for (let lag = first; lag < last; lag++) if (at(lag) > at(best)) best = lag;
    return best;
  };
  let best = bestOf(Math.floor(rate / 400), rate / 80);
  // Two periods are as much alike as one.
  const half = bestOf(Math.floor(best / 2) - 2, Math.ceil(best / 2) + 3);
  if (at(half) > 0.8 * at(best)) best = half;
  const [before, peak, after] = [at(best - 1), at(best), at(best + 1)];
  return rate / (best + (0.5 * (before - after)) / (before - 2 * peak + after));
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "voice-"));
const spoken = path.join(folder, "spoken.wav");
fs.writeFileSync(spoken, wavOf({ seconds: 2, rate: 48_000 }, vowelAt));
afterAll(() => fs.rmSync(folder, { recursive: true }));

useBrowser([
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-audio-capture=${spoken}`,
]);
useToolSite();

const vowel = {
  name: "vowel.wav",
  mimeType: "audio/wav",
  buffer: wavOf({ seconds: 2 }, vowelAt),
};
/** Formats and endings; those that only a browser writes always, the others in the long run. */
const WRITTEN = [
  ["opus", "opus"],
  ["vorbis", "ogg"],
  ...(isLong
    ? [
        ["wav16", "wav"],
        ["flac", "flac"],
        ["mp3", "mp3"],
        ["m4a", "m4a"],
      ]
    : []),
] as const;
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const start = (page: Page) => panel(page).locator("[data-start]:enabled");
/** The voice is finished, or the preview is ready. */
const canListen = (page: Page) =>
  panel(page).getByRole("radio", { name: "After", disabled: false }).waitFor();
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !text.startsWith("blob:"));

async function download(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    panel(page).getByRole("button", { name: "Download" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(name);
  return fs.readFileSync(await file.path());
}

describe("the voice changer with a file", () => {
  it("TLS-1 offers a preview before it costs anything, and processes the whole file, by keyboard", async () => {
    await withTool("/voice-changer", {}, async (page) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await addFiles(page, [vowel]);
      await canListen(page);
      const slider = panel(page).getByRole("slider", { name: "Playback position" });
      const now = async () => Number(await slider.getAttribute("aria-valuenow"));
      await panel(page).getByRole("button", { name: "Play", exact: true }).press("Enter");
      await expect.poll(now).toBeGreaterThan(0.1);
      await panel(page).getByRole("radio", { name: "Before" }).check();
      await panel(page).getByRole("button", { name: "Pause", exact: true }).press("Enter");
      expect(await creditsLeft()).toBe(before);

      await panel(page).getByRole("radio", { name: "Deep" }).focus();
      await page.keyboard.press("ArrowLeft");
      expect(await panel(page).getByRole("radio", { name: "Unchanged" }).isChecked()).toBe(true);
      expect(await start(page).count()).toBe(0);
      await panel(page).getByRole("slider", { name: "Pitch" }).focus();
      for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
      await panel(page).getByText("+3 semitones").first().waitFor();
      await panel(page).getByRole("slider", { name: "Fine tuning" }).press("ArrowLeft");
      await start(page).press("Enter");
      await panel(page).getByText("this voice was changed by software").waitFor();
      const result = readWav(await download(page, "vowel-voice.wav"));
      expect(result.channels[0]!.length).toBe(2 * 16_000);
      const cents = 1200 * Math.log2(pitchOf(result.channels[0]!, result.rate) / PITCH);
      expect(Math.abs(cents - 299)).toBeLessThan(5);
      await expect.poll(creditsLeft).toBe(before - 1);

      // Another voice is tried at once, and the finished one comes back.
      await panel(page).getByRole("radio", { name: "Robot" }).check();
      await panel(page).getByRole("button", { name: "Back to the finished result" }).click();
      await panel(page).getByText("this voice was changed by software").waitFor();
      expect(await panel(page).innerText()).not.toMatch(/panel-voice-changer|undefined/);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });

  it("TLS-2 marks what it writes", inLongRun, async () => {
    await withTool("/voice-changer", {}, async (page) => {
      await addFiles(page, [vowel]);
      await panel(page).getByRole("radio", { name: "Telephone" }).check();
      let count = 0;
      for (const [format, ending] of WRITTEN) {
        await panel(page).getByLabel("Format").selectOption(format);
        await start(page).click();
        const done = page.locator("dialog[open] [data-job][data-state=done]");
        await expect.poll(() => done.count()).toBe(++count);
        const name = `vowel-telephone.${ending}`;
        await panel(page).getByRole("heading", { name }).waitFor();
        const file = await download(page, name);
        const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(file) });
        const { comment = "" } = await input.getMetadataTags();
        expect([format, readProvenance(comment)]).toEqual([format, "changed"]);
      }
    });
  });

  it.each(["/voice-changer", "/ar/voice-changer"])(
    "WSP-5 LOC-6 %s can be used by everybody, on a phone too",
    inLongRun,
    async (url) => {
      await withTool(url, { viewport: { width: 360, height: 740 } }, async (page) => {
        await page.evaluate(source);
        await addFiles(page, [vowel]);
        await start(page).waitFor();
        const look = (where: string) => violations(page, where, ALL);
        const found = await look("with a file");
        await panel(page).locator("input[name=voice-source]").last().check();
        await panel(page).locator("[data-action-bar] [data-primary]").click();
        await panel(page).locator("[data-latency]").waitFor();
        found.push(...(await look("with a microphone")));
        expect(found).toEqual([]);
        const { wide, room } = await panel(page).evaluate((pane) => ({
          wide: pane.scrollWidth,
          room: pane.clientWidth,
        }));
        expect(wide).toBeLessThanOrEqual(room);
      });
    },
  );
});

/** Keeps what goes to the loudspeaker, and the microphone, where the test can look at them. */
const listenIn = (page: Page) =>
  page.addInitScript(() => {
    const own = globalThis as unknown as { tap: AnalyserNode; track: MediaStreamTrack };
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
      if (this instanceof AudioWorkletNode && to instanceof AudioDestinationNode) {
        own.tap = new AnalyserNode(this.context, { fftSize: 16_384 });
        connect.call(this, own.tap);
      }
      return connect.call(this, to);
    } as never;
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints);
      own.track = stream.getAudioTracks()[0]!;
      return stream;
    };
  });

describe("the voice changer with a microphone", () => {
  it("TLS-1 changes speech live, reports its latency, and releases all resources", async () => {
    await withTool("/voice-changer", {}, async (page) => {
      const pageErrors = watch(page);
      await listenIn(page);
      await page.reload();
      await panel(page).getByRole("radio", { name: "Microphone, live" }).check();
      await panel(page).getByRole("radio", { name: "Unchanged" }).check();
      await panel(page).getByRole("button", { name: "Listen live" }).click();
      const shown = panel(page).locator("[data-latency]");
      const late = async () => Number.parseInt(await shown.innerText(), 10);
      await expect.poll(late).toBeGreaterThan(0);
      const unchanged = await late();
      const pitch = async () => {
        const { samples, rate } = await page.evaluate(() => {
          const { tap } = globalThis as unknown as { tap: AnalyserNode };
          const values = new Float32Array(tap.fftSize);
          tap.getFloatTimeDomainData(values);
          return { samples: [...values], rate: tap.context.sampleRate };
        });
        return pitchOf(samples, rate);
      };
      await expect.poll(pitch).toBeCloseTo(PITCH, -0.5);
      await panel(page).getByRole("radio", { name: "High" }).check();
      await expect.poll(pitch).toBeCloseTo(PITCH * 2 ** (4 / 12), -0.5);
      await expect.poll(late).toBeGreaterThan(unchanged + 20);
      const level = panel(page).getByRole("meter");
      expect(Number(await level.getAttribute("aria-valuenow"))).toBeGreaterThan(0.3);

      await panel(page).getByRole("radio", { name: "A file" }).check();
      const ended = await page.evaluate(() => {
        const { tap, track } = globalThis as unknown as {
          tap: AnalyserNode;
          track: MediaStreamTrack;
        };
        return { context: tap.context.state, track: track.readyState };
      });
      expect(ended.track).toBe("ended");
      await expect
        .poll(() =>
          page.evaluate(() => (globalThis as unknown as { tap: AnalyserNode }).tap.context.state),
        )
        .toBe("closed");
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });

  it("TLS-4 says what to do where there is no microphone to be had", async () => {
    await withTool("/voice-changer", {}, async (page) => {
      await panel(page).getByRole("radio", { name: "Microphone, live" }).check();
      for (const [error, text] of [
        ["NotAllowedError", "The microphone is blocked"],
        ["NotFoundError", "No microphone was found"],
        ["NotReadableError", "The microphone cannot be opened"],
      ] as const) {
        await page.evaluate((name) => {
          navigator.mediaDevices.getUserMedia = async () => {
            throw new DOMException("No", name);
          };
        }, error);
        await panel(page).getByRole("button", { name: "Listen live" }).click();
        await panel(page).getByRole("alert").getByText(text).waitFor();
      }
    });
  });
});
