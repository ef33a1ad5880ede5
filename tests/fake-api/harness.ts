import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startPreview } from "#cli/preview/serve.ts";
import { type Api, createApi } from "#runtime/services/api/api.ts";
import type { DisplayText } from "#runtime/services/api/api-words.ts";
import type { DialogRequest } from "#runtime/account/store/dialogs.ts";
import type { KeyValue } from "#runtime/services/storage.ts";
import type { Text } from "#runtime/notices/notices.ts";
import { type UserStore, createUserStore } from "#runtime/account/store/user.ts";
import { type FakeApi, type FakeApiOptions, createFakeApi } from "./fake-api.ts";

const START = Date.UTC(2030, 0, 1);

/** A browser as the API sees it: cookies, storage, an account. */
export interface FakeBrowser {
  readonly api: Api;
  readonly user: UserStore;
  readonly items: Map<string, string>;
  readonly warnings: DisplayText[];
  readonly toasts: Text[];
  readonly opened: DialogRequest[];
  readonly uncoded: string[];
  /** Addresses that tabs were sent to; null: the tab was closed. */
  readonly tabs: (string | null)[];
}

const keyValueOf = (items: Map<string, string>): KeyValue => ({
  get: (key) => items.get(key) ?? null,
  set: (key, value) => void (value === null ? items.delete(key) : items.set(key, value)),
});

function createBrowser(baseUrl: string, items: Map<string, string>): FakeBrowser {
  const cookies = new Map<string, string>();
  const warnings: DisplayText[] = [];
  const toasts: Text[] = [];
  const opened: DialogRequest[] = [];
  const uncoded: string[] = [];
  const tabs: (string | null)[] = [];
  const api = createApi({
    baseUrl,
    async fetch(address, init) {
      const headers = new Headers(init?.headers);
      if (cookies.size > 0)
        headers.set("Cookie", [...cookies].map((pair) => pair.join("=")).join("; "));
      const response = await fetch(address, { ...init, headers });
      for (const cookie of response.headers.getSetCookie()) {
        const [name, value] = cookie.split(";", 1)[0]!.split("=");
        cookies.set(name!, value!);
      }
      return response;
    },
    token: () => user.getState().token,
    cookie: (name) => cookies.get(name) ?? null,
    uuid: () => crypto.randomUUID(),
    onWarning: (warning) => warnings.push(warning),
    onUnauthorized: () => user.expire(),
    onUncoded: (address) => uncoded.push(address),
  });
  const user = createUserStore({
    api,
    storage: keyValueOf(items),
    tabStorage: keyValueOf(new Map()),
    now: () => START,
    uuid: () => crypto.randomUUID(),
    toast: (text) => toasts.push(text),
    dialogs: { open: (request) => opened.push(request) },
    openTab() {
      const at = tabs.push("") - 1;
      return {
        location: {
          get href() {
            return tabs[at] ?? "";
          },
          set href(address) {
            tabs[at] = address;
          },
        },
        close: () => void (tabs[at] = null),
      };
    },
  });
  return { api, user, items, warnings, toasts, opened, uncoded, tabs };
}

export interface Stage extends AsyncDisposable {
  readonly url: string;
  readonly fake: FakeApi;
  /** Opens a browser; with the storage of another it is a tab beside it. */
  readonly browse: (items?: Map<string, string>) => FakeBrowser;
}

/** A preview server, with the API in front of one page. */
export async function openStage(options: FakeApiOptions = {}): Promise<Stage> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "fake-api-"));
  fs.writeFileSync(path.join(root, "index.html"), "<!doctype html><title>Site</title>");
  // Time stands still unless a test puts it forward.
  const fake = createFakeApi({ now: () => START, ...options });
  const preview = await startPreview({ root, trailingSlash: false, port: 0, api: fake.handle });
  return {
    url: preview.url,
    fake,
    browse: (items = new Map()) => createBrowser(preview.url, items),
    async [Symbol.asyncDispose]() {
      await preview.close();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}
