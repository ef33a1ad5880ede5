import type { Locator } from "playwright";

/** Chooses a value of a select or of a group of radio buttons, in a fold that may be closed. */
export async function chooseSetting(panel: Locator, label: string, value: string): Promise<void> {
  await panel.locator("details").evaluateAll((folds) => {
    for (const fold of folds) fold.setAttribute("open", "");
  });
  const control = panel.getByLabel(label, { exact: true });
  if ((await control.getAttribute("role")) === "radiogroup")
    await control.locator(`input[value="${value}"]`).check();
  else await control.selectOption(value);
}
