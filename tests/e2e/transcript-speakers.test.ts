import type { Page } from "playwright";
import { expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import {
  EMBEDDING_FORM,
  embeddingGraph,
  SEGMENTS_FORM,
  segmentsGraph,
  toneTalk,
} from "../nets/speaker-graphs.ts";
import { useBrowser, watch } from "./browser.ts";
import { addFiles } from "./enhance-site.ts";
import { haveText } from "./engines.ts";
import { type TestModel, offerModel } from "./offer-model.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { wavOf } from "./sounds.ts";

useBrowser();
const site = useRealSite();
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");

const MODELS: readonly TestModel[] = [
  {
    id: "segments",
    name: "Small segments",
    task: "speakers",
    form: SEGMENTS_FORM,
    languages: [],
    quality: [],
    nets: { graph: segmentsGraph() },
  },
  {
    id: "voices",
    name: "Small voices",
    task: "speakers",
    form: EMBEDDING_FORM,
    languages: [],
    quality: [],
    nets: { graph: embeddingGraph() },
  },
];

const SECONDS = 12;
const TALK = toneTalk(
  [
    { voice: 2, from: 0.2, to: 5.8 },
    { voice: 0, from: 6.2, to: 11.8 },
  ],
  SECONDS,
);
const SRT = [
  "1\n00:00:00,500 --> 00:00:05,500\nGood morning everybody, this is the first speaker.\n",
  "2\n00:00:06,500 --> 00:00:11,500\nAnd this is the second speaker, good morning.\n",
].join("\n");

it(
  "TLS-11 TLS-8 the speakers of a recording are found on the device by models that one press brings, and can be named",
  { ...inLongRun, timeout: 200_000 },
  async () => {
    await withNewcomer(site(), "/ai-audio-to-text", {}, async (page) => {
      await offerModel(page, ...MODELS);
      const pageErrors = watch(page);
      const buffer = wavOf(
        { seconds: SECONDS, rate: 16_000 },
        (time) => TALK[Math.round(time * 16_000)] ?? 0,
      );
      await addFiles(page, [{ name: "talk.wav", mimeType: "audio/wav", buffer }]);
      const hasChoice = panel(page).locator("input[type=radio][value=text]");
      if ((await hasChoice.count()) > 0) await haveText(page);
      await panel(page).getByLabel("Transcript", { exact: true }).fill(SRT);
      const find = panel(page).getByRole("checkbox", { name: "Find out who speaks" });
      expect(await find.isChecked()).toBe(false);
      await find.press("Space");
      await panel(page).getByText("Small segments (MIT)").waitFor();
      await shoot(page, "transcript-speakers-setup");
      await panel(page)
        .getByRole("button", { name: /^Download the model .* and start$/ })
        .click();
      const names = panel(page).locator("[data-line] bdi");
      await names.first().waitFor();
      const shown = await names.allTextContents();
      expect(shown[0]).toBe("Speaker 1");
      expect(shown.at(-1)).toBe("Speaker 2");
      expect(shown).toEqual(shown.toSorted());
      await panel(page).getByRole("textbox", { name: "Name of speaker 2" }).fill("Ben");
      await expect.poll(async () => (await names.allTextContents()).at(-1)).toBe("Ben");
      await shoot(page, "transcript-speakers");
      expect(pageErrors.filter((text) => !text.startsWith("blob:"))).toEqual([]);
    });
  },
);
