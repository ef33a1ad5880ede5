import type { Locator, Page } from "playwright";

/** What a visitor did, and what got in the way. */
export interface Count {
  /** Files chosen, buttons pressed, forms sent. */
  readonly actions: number;
  /** Fields filled in. */
  readonly fields: number;
  /** Modal dialogs, each time one opened; the workspace is none. */
  readonly dialogs: number;
  /** Codes that came by email. */
  readonly codes: number;
  /** Notices, alerts, failed jobs and refused calls, as they were shown. */
  readonly obstacles: readonly string[];
  readonly seconds: number;
}

/** Notes in the page what opens and what is announced; read by `Visitor.count`. */
function observe(): void {
  const seen = { dialogs: 0, obstacles: [] as string[] };
  Object.assign(globalThis, { seenByVisitor: seen });
  const showModal = HTMLDialogElement.prototype.showModal;
  HTMLDialogElement.prototype.showModal = function show() {
    if (!this.querySelector("[data-pane]")) seen.dialogs++;
    showModal.call(this);
  };
  const known = new WeakSet();
  new MutationObserver(() => {
    const found = document.querySelectorAll<HTMLElement>(
      '[data-notice], [role="alert"] p, [data-job][data-state="failed"], [aria-invalid="true"]',
    );
    for (const element of found) {
      if (known.has(element)) continue;
      known.add(element);
      seen.obstacles.push(element.textContent || element.outerHTML);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

export interface Visitor {
  readonly page: Page;
  readonly chooseFile: (
    input: Locator,
    file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
  ) => Promise<void>;
  readonly press: (button: Locator) => Promise<void>;
  readonly fill: (field: Locator, text: string) => Promise<void>;
  /** Fills in a code that came by email. */
  readonly enterCode: (field: Locator, code: string) => Promise<void>;
  /** Sends the form that has the focus. */
  readonly sendForm: () => Promise<void>;
  readonly count: () => Promise<Count>;
}

/** A visitor whose actions are counted. Create it before the page is opened. */
export async function createVisitor(page: Page): Promise<Visitor> {
  const did = { actions: 0, fields: 0, codes: 0 };
  const refused: string[] = [];
  const began = Date.now();
  await page.addInitScript(observe);
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/audio/api/") && response.status() >= 400)
      refused.push(`${response.status()} ${pathname}`);
  });
  page.on("pageerror", (error) => refused.push(String(error)));
  return {
    page,
    async chooseFile(input, file) {
      did.actions++;
      await input.setInputFiles(file);
    },
    async press(button) {
      did.actions++;
      await button.click();
    },
    async fill(field, text) {
      did.fields++;
      await field.fill(text);
    },
    async enterCode(field, code) {
      did.codes++;
      await field.pressSequentially(code);
    },
    async sendForm() {
      did.actions++;
      await page.keyboard.press("Enter");
    },
    async count() {
      const { dialogs, obstacles } = await page.evaluate(
        () =>
          (
            globalThis as unknown as {
              seenByVisitor: { dialogs: number; obstacles: string[] };
            }
          ).seenByVisitor,
      );
      const seconds = Math.round((Date.now() - began) / 100) / 10;
      return { ...did, dialogs, obstacles: [...obstacles, ...refused], seconds };
    },
  };
}
