import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { loadConfig } from "../../cli/build/load/config.ts";
import { loadMessages } from "../../cli/build/load/messages.ts";
import type { Config } from "../../core/site/config.ts";
import type { AppData } from "../../core/page/app-data.ts";
import type { OpenApi } from "../../cli/preview/open-api.ts";
import { openApi } from "../../cli/preview/open-api.ts";
import type { Preview } from "../../cli/preview/serve.ts";
import type { Network } from "../../server/download/net/fetch-public.ts";
import type { Translate } from "../../runtime/i18n/translate.ts";
import { createTranslate } from "../../runtime/i18n/translate.ts";
import { serveSite } from "./serve.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const DATABASE = ".toolkit/data/toolkit.sqlite";

/** The built site with the real server on an embedded database of its own. */
export interface RealSite {
  readonly url: string;
  /** The code of the message that was sent to an address last. */
  readonly codeOf: (email: string) => Promise<string>;
  /** Texts of the site in a language. */
  readonly texts: (code: string) => Translate;
  /** Makes an account, by calls alone. @returns its token */
  readonly signUp: (email: string, password: string) => Promise<string>;
  /** Credits that the account of a token has. */
  readonly creditsOf: (token: string) => Promise<number>;
  /** What has gone wrong in the server since this was asked last; at the end of a file nothing may be left. */
  readonly complaints: () => string[];
  /** Changes the database as time, or a fault, would. */
  readonly change: (statement: string, ...values: readonly (string | number)[]) => void;
}

let site: RealSite & { readonly close: () => Promise<void> };

/** A message with its texts in the clear. */
const decoded = (message: string): string =>
  message.replace(
    /(Content-Transfer-Encoding: base64\r\n(?:[^\r].*\r\n)*\r\n)([A-Za-z0-9+/=\r\n]+)/g,
    (_, head: string, body: string) => `${head}${Buffer.from(body, "base64").toString()}\r\n`,
  );

/** What is off otherwise. */
export interface SiteOptions {
  /** Links are fetched from here. */
  readonly network?: () => Network;
  /** Where a hosted model is. */
  readonly hosted?: () => { readonly model: string; readonly url: string; readonly key: string };
}

async function open(options: SiteOptions): Promise<typeof site> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-real-"));
  fs.symlinkSync(path.join(HOME, "content"), path.join(root, "content"));
  const loaded = await loadConfig(HOME);
  const hosted = options.hosted?.();
  const config = {
    ...loaded,
    ...(options.network && { links: { enabled: true } }),
    ...(hosted && { hosted: { transcription: hosted.model } }),
  };
  const isChanged = options.network !== undefined || hosted !== undefined;
  const outbox: string[] = [];
  const heard: string[] = [];
  const api: OpenApi = await openApi({
    root,
    home: HOME,
    config,
    ...(options.network && { network: options.network() }),
    env: hosted ? { HOSTED_URL: hosted.url, HOSTED_KEY: hosted.key } : {},
    print: (line) => {
      const file = /^Message: (.+)\n$/.exec(line)?.[1];
      if (file === undefined) heard.push(line);
      else outbox.push(decoded(fs.readFileSync(path.join(root, file), "utf8")));
    },
  });
  const preview: Preview = await serveSite(inject("dist"), {
    api: isChanged ? withServices(api.handle, config) : api.handle,
  });
  const { messages } = loadMessages(config, [HOME]);
  const codeOf = async (email: string): Promise<string> => {
    // It may come after a message without one.
    const last = (): string | undefined => {
      const message = outbox.findLast((text) => text.includes(`To: ${email}`));
      return message === undefined ? undefined : /^\s*(\d{6})\s*$/m.exec(message)?.[1];
    };
    await expect.poll(last).toBeDefined();
    return last()!;
  };
  const post = async (call: string, body: object): Promise<{ readonly token: string }> => {
    const response = await fetch(`${preview.url}/audio/api/user/${call}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: { token: string }; message: string };
    if (!response.ok) throw new Error(`${call}: ${answer.message}`);
    return answer.data;
  };
  return {
    url: preview.url,
    codeOf,
    async signUp(email, password) {
      await post("register", { email, password });
      return (await post("register/code/verify", { email, code: await codeOf(email) })).token;
    },
    async creditsOf(token) {
      const response = await fetch(`${preview.url}/audio/api/user/credits/balance`, {
        headers: { Authorization: token },
      });
      const { data } = (await response.json()) as {
        data: { free_credits: number; buy_credits: number };
      };
      return data.free_credits + data.buy_credits;
    },
    texts: (code) =>
      createTranslate(
        config.locales.find((locale) => locale.code === code)!.language,
        messages.get(code)!.merged,
      ),
    complaints: () => heard.splice(0),
    change(statement, ...values) {
      const database = new DatabaseSync(path.join(root, DATABASE));
      try {
        database.exec("PRAGMA busy_timeout = 5000");
        database.prepare(statement).run(...values);
      } finally {
        database.close();
      }
    },
    async close() {
      await preview.close();
      await api.close();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Says to the browser what the site offers, as one that was built so does. */
const withServices =
  (handle: OpenApi["handle"], { links, hosted }: Config): OpenApi["handle"] =>
  async (request, response) => {
    const { pathname } = new URL(request.url!, "http://site.example");
    if (!/^\/app\/[\w-]+\.json$/.test(pathname)) return handle(request, response);
    const data = JSON.parse(
      fs.readFileSync(path.join(inject("dist"), pathname), "utf8"),
    ) as AppData;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ...data, services: { ...data.services, links, hosted } }));
    return true;
  };

/** Serves it for the tests of a file. */
export function useRealSite(options: SiteOptions = {}): () => RealSite {
  beforeAll(async () => {
    site = await open(options);
  });
  afterAll(async () => {
    await site?.close();
    expect(site?.complaints()).toEqual([]);
  });
  return () => site;
}
