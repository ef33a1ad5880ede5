import type { Locator, Page } from "playwright";
import { expect } from "vitest";

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");

/** The ladder of engines of the open tool. */
export const ladder = (page: Page): Locator => panel(page).getByRole("group", { name: "Quality" });

/** The radio button of an engine. @param name its name, or a part of it */
export const engine = (page: Page, name: string): Locator =>
  ladder(page).getByRole("radio", { name: new RegExp(`(^| )${name}( |$)`) });

/** Chooses an engine, also one that is behind “More engines”. */
export async function chooseEngine(page: Page, name: string): Promise<void> {
  await ladder(page).waitFor();
  const more = ladder(page).locator("details:not([open]) summary");
  if ((await engine(page, name).count()) === 0 && (await more.count()) > 0)
    await more.press("Enter");
  await engine(page, name).press("Space");
}

/** Names of the engines that can be seen, from the first rung on. */
export async function enginesShown(page: Page): Promise<string[]> {
  await ladder(page).waitFor();
  const labels = ladder(page).locator("label");
  return labels.evaluateAll((all) => all.map(({ textContent }) => textContent ?? ""));
}

/** Waits until a model is on the device. @param id of the model */
export const waitForModel = (page: Page, id: string): Promise<void> =>
  ladder(page)
    .locator(`[data-model="${id}"]`)
    .getByText(/^On this device/)
    .waitFor();

/** The visitor has the text, which is aligned. */
export async function haveText(page: Page): Promise<void> {
  const radio = panel(page).locator("input[type=radio][value=text]");
  // While the panel takes a file in, the focus may move before the key is pressed.
  const choose = async (): Promise<boolean> => {
    if (!(await radio.isChecked())) await radio.press("Space");
    return radio.isChecked();
  };
  await expect.poll(choose).toBe(true);
}
