import { createHash } from "node:crypto";
import type { Page } from "playwright";
import type { AppData } from "#core/page/app-data.ts";

type Offered = AppData["models"][number];

/** A model of the tests, with the bytes of its files by their roles. */
export interface TestModel extends Pick<Offered, "id" | "name" | "task" | "form" | "languages"> {
  readonly nets: Readonly<Record<string, Buffer>>;
  readonly quality?: Offered["quality"];
}

const offered = ({ nets, quality = [], ...shown }: TestModel): Offered => {
  const files = Object.entries(nets).map(([role, net]) => ({
    role,
    url: `/models/${shown.id}/${role}`,
    sha256: createHash("sha256").update(net).digest("hex"),
    bytes: net.length,
  }));
  return {
    ...shown,
    licence: { id: "MIT", use: "any", url: "https://example.org" },
    page: "https://example.org",
    memory: null,
    quality,
    files,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
};

/** Makes an English page offer models, like a site that has locked them, and reloads the page. */
export async function offerModel(page: Page, ...models: readonly TestModel[]): Promise<void> {
  await page.context().route("**/app/en.json", async (route) => {
    const response = await route.fetch();
    const data = (await response.json()) as AppData;
    await route.fulfill({ response, json: { ...data, models: models.map(offered) } });
  });
  for (const { id, nets } of models)
    await page
      .context()
      .route(`**/models/${id}/*`, (route) =>
        route.fulfill({ body: nets[new URL(route.request().url()).pathname.split("/").at(-1)!]! }),
      );
  await page.reload();
  await page.locator("dialog[open] [data-pane=panel]").waitFor();
}
