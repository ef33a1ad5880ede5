import fs from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import type { Page } from "playwright";
import { inject } from "vitest";
import type { OfferedModel } from "#core/models/offered.ts";
import type { AppData } from "#core/page/app-data.ts";
import { translationSiteOf } from "#cli/translation/translation-files.ts";
import { startPreview } from "#cli/preview/serve.ts";
import { openRealApi } from "./real-api.ts";

/** Of the program that translates, as hosts name them. */
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** What a host sends with every file of a built site. */
function headersOf(root: string): (readonly [string, string])[] {
  const [first] = fs.readFileSync(path.join(root, "_headers"), "utf8").split(/\n(?=\/)/);
  const lines = [...first!.matchAll(/^ {2}([\w-]+): (.*)$/gm)];
  return lines.map(([, name, value]) => [name!, value!]);
}

/**
 * The site with models that it offers and the program of their form, as a build publishes it, and an account with credits.
 * @param serve answers requests for their files, and says whether it did
 */
export async function startOffering(
  models: readonly OfferedModel[],
  serve: (pathname: string, request: IncomingMessage, response: ServerResponse) => boolean,
) {
  const real = await openRealApi();
  const { token } = await real.addMember({ email: "ada@example.org", free: 1000 });
  const root = inject("dist");
  const translation = translationSiteOf(models);
  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean | Promise<boolean> => {
    const { pathname } = new URL(request.url!, "http://site.example");
    if (/^\/app\/\w+\.json$/.test(pathname)) {
      const data = JSON.parse(fs.readFileSync(path.join(root, pathname), "utf8")) as AppData;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ...data, models, translation: translation.folder }));
      return true;
    }
    const program = translation.files.get(pathname.slice(1));
    if (program) {
      for (const [name, value] of headersOf(root)) response.setHeader(name, value);
      response.setHeader("content-type", TYPES[path.extname(pathname)] ?? "text/plain");
      response.end(program.read());
      return true;
    }
    return serve(pathname, request, response) || real.handle(request, response);
  };
  const preview = await startPreview({ root, trailingSlash: false, port: 0, api: answer });
  return {
    url: preview.url,
    async close() {
      await preview.close();
      await real.close();
    },
    /** Opens a tool's page with a file as a registered user. */
    async open(page: Page, tool: string, sound: { name: string; buffer: Buffer }): Promise<void> {
      await page.addInitScript((own) => localStorage.setItem("toolkit_token", own), token);
      await page.goto(tool);
      await page
        .locator('dialog[open] input[type="file"]')
        .first()
        .setInputFiles({ ...sound, mimeType: "audio/wav" });
    },
  };
}
