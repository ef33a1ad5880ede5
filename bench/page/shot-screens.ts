import type { Page } from "playwright";
import { wavBytes } from "#audio/media/pcm/wav-bytes.ts";
import { composeFor, PLANS } from "../audio/music/made-songs.ts";
import { playNotes } from "../audio/music/play-notes.ts";

/** A screen of the site, and how a visitor comes to it. */
interface Screen {
  /** Address in the default language. */
  readonly route: string;
  /** Account of each screen, with the credits of a new user. */
  readonly account?: string;
  /** What is done on the page, in any language. */
  readonly show?: (page: Page) => Promise<void>;
}

const RATE = 16_000;
const ADA = "ada.lovelace";

/** Tones like syllables over noise, as a WAV file. */
function talk(seconds: number): { name: string; mimeType: string; buffer: Buffer } {
  const sound = new Float32Array(seconds * RATE);
  let state = 1;
  for (let at = 0; at < sound.length; at++) {
    const time = at / RATE;
    state = (state * 48_271) % 2_147_483_647;
    const noise = 0.04 * (state / 2 ** 30 - 1);
    const syllable = time % 3 > 2 ? 0 : Math.sin(Math.PI * ((time * 3.3) % 1)) ** 2;
    let voice = 0;
    for (let harmonic = 1; harmonic < 12; harmonic++)
      voice += Math.sin(2 * Math.PI * harmonic * 130 * time) / harmonic;
    sound[at] = 0.2 * syllable * voice + noise;
  }
  const buffer = Buffer.from(wavBytes([sound], { sampleRate: RATE, codec: "pcm-s16" }));
  return { name: "interview.wav", mimeType: "audio/wav", buffer };
}

/** A made song in stereo, by its number. */
export function song(
  number: number,
  seconds = 16,
): { name: string; mimeType: string; buffer: Buffer } {
  const samples = playNotes(composeFor(PLANS[number]!, seconds).midi, seconds, RATE);
  const channels = [samples, samples.map((value) => 0.7 * value)];
  const buffer = Buffer.from(wavBytes(channels, { sampleRate: RATE, codec: "pcm-s16" }));
  return { name: `song-${number}.wav`, mimeType: "audio/wav", buffer };
}

const TOOL = "/background-audio-remover";
const addFile = (page: Page, seconds: number): Promise<void> =>
  page.locator('dialog[open] input[type="file"]').first().setInputFiles(talk(seconds));
const start = (page: Page): Promise<void> =>
  page.locator("dialog[open] [data-primary]:enabled").first().click();
const finish = async (page: Page): Promise<void> => {
  await start(page);
  await page.locator("dialog[open] [data-job][data-state=done]").waitFor({ state: "attached" });
};
/** Has the tool work on a file of 20 s, and waits until it is done. */
async function runTool(page: Page): Promise<void> {
  await addFile(page, 20);
  await finish(page);
}
/** Has a tool for songs work on these. */
const runSongs =
  (...numbers: readonly number[]) =>
  async (page: Page): Promise<void> => {
    const field = page.locator('dialog[open] input[type="file"]').first();
    await field.setInputFiles(numbers.map((number) => song(number)));
    await finish(page);
  };
const openSignIn = (page: Page): Promise<void> =>
  page.locator("header [data-account] button").first().click();

/** The screens, by name. */
export const SCREENS: Readonly<Record<string, Screen>> = {
  home: { route: "/" },
  tool: { route: TOOL },
  "tool-film": { route: "/silence-remover" },
  coming: { route: "/karaoke-maker" },
  pricing: { route: "/pricing" },
  policy: { route: "/privacy-policy" },
  "not-found": { route: "/no-such-page" },
  search: {
    route: "/",
    async show(page) {
      await page.locator("#search").fill("mp3");
      await page.locator("html[data-searching]").waitFor();
    },
  },
  menu: {
    route: "/pricing",
    async show(page) {
      await page.locator("header summary").first().click();
    },
  },
  "sign-in": {
    route: "/pricing",
    async show(page) {
      await openSignIn(page);
      await page.locator("dialog[open]").waitFor();
    },
  },
  register: {
    route: TOOL,
    async show(page) {
      await page.locator("[data-zone] input[type=file]").first().setInputFiles(talk(20));
      await start(page);
      await page.locator('dialog[open] [data-field="email"]').waitFor();
    },
  },
  "account-menu": {
    route: "/pricing",
    account: ADA,
    async show(page) {
      await page.locator("header [data-account] button[popovertarget]").click();
    },
  },
  settings: { route: "/account-settings", account: ADA },
  subscription: { route: "/subscription", account: ADA },
  history: {
    route: TOOL,
    account: ADA,
    async show(page) {
      await runTool(page);
      await page.goto(page.url().replace(TOOL, "/use-history"));
      await page.locator("[data-live] table, [data-live] li").first().waitFor();
    },
  },
  "no-jobs": { route: "/use-history", account: "joan.clarke" },
  empty: { route: TOOL, account: ADA },
  ready: { route: TOOL, account: ADA, show: (page) => addFile(page, 20) },
  result: {
    route: TOOL,
    account: ADA,
    show: runTool,
  },
  editor: { route: "/ai-audio-editor", account: ADA, show: (page) => addFile(page, 20) },
  video: { route: "/audio-to-video-ai", account: ADA, show: (page) => addFile(page, 20) },
  speech: { route: "/ai-text-to-speech", account: ADA },
  transcript: { route: "/ai-audio-to-text", account: ADA, show: (page) => addFile(page, 20) },
  mixer: { route: "/ai-stem-splitter", account: "grace.hopper", show: runSongs(3) },
  mashup: { route: "/ai-mashup-maker", account: "emmy.noether", show: runSongs(3, 4) },
  chip: {
    route: TOOL,
    account: ADA,
    async show(page) {
      await runTool(page);
      await page.keyboard.press("Escape");
    },
  },
  insufficient: {
    route: TOOL,
    account: ADA,
    async show(page) {
      await addFile(page, 250);
      await start(page);
      await page.locator("dialog[open]:not(:has([data-pane]))").waitFor();
    },
  },
};
