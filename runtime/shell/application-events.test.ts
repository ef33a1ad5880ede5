import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventName } from "#core/analytics/events.ts";
import type { AppData } from "#core/page/app-data.ts";
import { createFakeApi } from "#tests/fake-api/fake-api.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import type { Shell } from "../application/shell.ts";
import { createApplication } from "./create-application.ts";
import { createSave } from "./workspace/create-save.ts";

const EMAIL = "ada@example.com";
const api = createFakeApi();
const server = createServer((request, response) => void api.handle(request, response));

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** The part of a document that the stores use, and the events that were counted. */
function openDocument() {
  const counted: EventName[] = [];
  const shell = {
    track: (name: EventName) => void counted.push(name),
    report(error: unknown) {
      throw error;
    },
  } as unknown as Shell;
  const link = { click() {}, remove() {} };
  const window = {
    crypto,
    performance,
    setTimeout,
    clearTimeout,
    localStorage: { getItem: () => null, setItem() {}, removeItem() {} },
    navigator: { onLine: true },
    document: {
      cookie: "",
      documentElement: { lang: "en" },
      createElement: () => link,
      body: { append() {} },
    },
    URL: { createObjectURL: () => "blob:1", revokeObjectURL() {} },
    fetch,
    open: () => ({ location: { href: "" }, closed: false, close() {} }),
  } as unknown as Window & typeof globalThis;
  const { port } = server.address() as AddressInfo;
  const data = {
    site: { apiBase: `http://127.0.0.1:${port}` },
    services: { xsrf: { cookie: "xsrf", header: "X-XSRF" }, resources: { origin: "", path: "" } },
  } as unknown as AppData;
  const { user } = createApplication(window, shell, data, {} as LocaleValue);
  return { user, counted, save: createSave({ shell, data }, window).save };
}

describe("counted events", () => {
  it("ANL-1 of an account: registration with the day's credits, a login, a purchase", async () => {
    const { user, counted } = openDocument();
    await user.register({ email: EMAIL, password: "correct horse 9" });
    expect(counted).toEqual([]);
    await user.verify({ email: EMAIL, code: api.codeOf("register", EMAIL)! });
    expect(counted).toEqual(["registered", "credits_claimed"]);
    await user.login({ email: EMAIL, password: "correct horse 9" });
    expect(counted.slice(2)).toEqual(["logged_in"]);
    await user.startPayment("pack-60");
    expect(counted.slice(3)).toEqual(["purchase_started"]);
  });

  it("ANL-1 of a result: that it was saved", async () => {
    const { counted, save } = openDocument();
    expect(await save(new Blob(["sound"]), "sound.wav")).toBe(true);
    expect(counted).toEqual(["result_saved"]);
  });
});
