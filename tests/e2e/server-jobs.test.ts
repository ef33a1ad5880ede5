import type { Page } from "playwright";
import { expect, it } from "vitest";
import { useBrowser, watch } from "./browser.ts";
import { addFiles } from "./enhance-site.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { createNoise, voiceAt, wavOf } from "./sounds.ts";

useBrowser();
const site = useRealSite({ jobs: true });

const noise = createNoise();
const talk = wavOf({ seconds: 20 }, (time) => voiceAt(time) + 0.02 * noise());
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");

/** What a page requests of the servers for jobs. */
function watchRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const [, call] = /\/audio\/api\/v1\/((?:job|uploads)\b.*)/.exec(request.url()) ?? [];
    if (call !== undefined) requests.push(`${request.method()} ${call}`);
  });
  return requests;
}

it("JOB-6 a job on the site's servers says what it sends and costs, goes on without its tab, and is paid once; on the device nothing is requested", async () => {
  await withNewcomer(site(), "/background-audio-remover", {}, async (first, creditsLeft) => {
    const before = await creditsLeft();
    const requests = watchRequests(first);
    await addFiles(first, [{ name: "talk.wav", mimeType: "audio/wav", buffer: talk }]);
    const rung = panel(first).locator("[data-engine=server]");
    const choice = rung.getByRole("radio", { name: "On this site’s servers" });
    await rung.getByText(/640 kB are sent to .+\. The file is deleted there/).waitFor();
    await panel(first).getByText("Runs on this device; nothing is uploaded").waitFor();
    expect(await choice.isChecked()).toBe(false);
    expect(requests).toEqual([]);
    await rung.locator("label").click();
    await rung.getByText("No job is waiting there now.").waitFor();
    await panel(first).getByText("Runs on this site’s servers").waitFor();
    await shoot(first, "servers");
    await panel(first).getByRole("button", { name: "Remove the noise" }).click();
    await expect.poll(() => requests.some((call) => call.startsWith("GET job/events"))).toBe(true);
    await first.close();

    const page = await first.context().newPage();
    const pageErrors = watch(page);
    const later = watchRequests(page);
    await page.goto("/background-audio-remover");
    await panel(page).getByRole("button", { name: "Download" }).waitFor({ timeout: 180_000 });
    // The request that creates the job is repeated where the tab was faster than its response.
    const made = later.filter((call) => /^(?:POST|PATCH)/.test(call));
    expect(made.filter((call) => call !== "POST job/create")).toEqual(["POST job/erase"]);
    await expect.poll(creditsLeft).toBe(before - 1);
    await shoot(page, "servers-result", { isResult: true });
    await page.locator("[data-job]").getByText("proofs of deletion").click();
    const proof = page.locator("[data-job]").getByRole("link", { name: "Proof of deletion 1" });
    const receipt = await page.request.get((await proof.getAttribute("href"))!);
    expect(await receipt.json()).toMatchObject({ data: { receipt: expect.stringMatching(/^ey/) } });

    // The next run is one of the device again, unless the servers are chosen once more.
    later.length = 0;
    await panel(page).getByRole("button", { name: "Remove the noise" }).click();
    await expect.poll(() => page.locator("[data-job]").count()).toBe(2);
    await expect.poll(() => page.locator('[data-job][data-state="done"]').count()).toBe(2);
    expect(later).toEqual([]);
    // The stream of events ends with the job, and responses with attachments count as downloads.
    const isExpected = /^blob:|\/job\/(?:events|result\/\S+) net::ERR_ABORTED$/;
    expect(pageErrors.filter((text) => !isExpected.test(text))).toEqual([]);
  });
}, 360_000);
