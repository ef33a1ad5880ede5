import { describe, it } from "vitest";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { isMailbox, phoneOf } from "./api/contract/addresses.ts";
import { splitSolution } from "./crypto/proof-of-work.ts";
import { oneRow } from "./dubbing/segment.ts";
import { codeFrame } from "./errors/code-frame.ts";
import { isRightToLeft } from "./lyrics/video-frame.ts";
import { linesOf } from "./lyrics/lyrics.ts";
import { readRecognized } from "./lyrics/read-recognized.ts";
import { escapeHtml } from "./page/html.ts";
import { readRecipe, recipeOfFragment } from "./recipes/recipe.ts";
import { columnsOf } from "./transcript/save/cues.ts";
import { escapeXml } from "./xml/scan-xml.ts";

describe("functions of any text take linear time", { timeout: 240_000 }, () => {
  it.each<[string, (text: string) => unknown]>([
    ["isMailbox", isMailbox],
    ["phoneOf", phoneOf],
    ["splitSolution", splitSolution],
    ["oneRow", oneRow],
    ["codeFrame", (text) => codeFrame(text, 2)],
    ["isRightToLeft", isRightToLeft],
    ["linesOf", linesOf],
    ["readRecognized", readRecognized],
    ["escapeHtml", escapeHtml],
    ["columnsOf", columnsOf],
    ["escapeXml", escapeXml],
    ["readRecipe", (text) => [readRecipe(text), readRecipe(JSON.stringify([text]))]],
    ["recipeOfFragment", (text) => recipeOfFragment(`#recipe=${encodeURIComponent(text)}`)],
  ])("TLS-4 %s", async (_, reader) => {
    await expectLinearTime(reader);
  });
});
