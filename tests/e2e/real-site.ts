import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { loadMessages } from "#cli/build/load/messages.ts";
import { type Config, servicesOf } from "#core/site/config.ts";
import type { AppData } from "#core/page/app-data.ts";
import { type Translate, createTranslate } from "#runtime/i18n/translate.ts";
import { type ApiOptions, type RealApi, openRealApi } from "./real-api.ts";
import { serveSite } from "./serve.ts";

const HOME = path.resolve(import.meta.dirname, "../..");

/** A built site with the real server on an embedded database of its own. */
export interface RealSite extends Omit<RealApi, "handle" | "config" | "close"> {
  readonly url: string;
  /** Texts of the site in a language. */
  readonly texts: (code: string) => Translate;
  /** Makes an account, by calls alone. @returns its token */
  readonly signUp: (email: string, password: string) => Promise<string>;
  /** Credits that the account of a token has. */
  readonly creditsOf: (token: string) => Promise<number>;
}

export interface SiteOptions extends Omit<ApiOptions, "home" | "siteFolder"> {
  /** Another site than the one that is built for all tests. */
  readonly own?: () => Promise<{ readonly root: string; readonly dist: string }>;
}

let site: RealSite & Pick<RealApi, "close">;

async function open({ own, ...options }: SiteOptions): Promise<typeof site> {
  const { root: home, dist } = (await own?.()) ?? { root: HOME, dist: inject("dist") };
  const api = await openRealApi({ ...options, home, siteFolder: dist });
  const { config, codeOf } = api;
  const isChanged = [options.network, options.hosted, options.jobs].some(Boolean);
  const preview = await serveSite(dist, {
    api: isChanged ? withServices(api.handle, config) : api.handle,
  });
  const { messages } = loadMessages(config, [home]);
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
    ...api,
    url: preview.url,
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
    async close() {
      await preview.close();
      await api.close();
    },
  };
}

/** Says to the browser what the site offers, as one that was built so does. */
const withServices =
  (handle: RealApi["handle"], config: Config): RealApi["handle"] =>
  async (request, response) => {
    const { pathname } = new URL(request.url!, "http://site.example");
    if (!/^\/app\/[\w-]+\.json$/.test(pathname)) return handle(request, response);
    const data = JSON.parse(
      fs.readFileSync(path.join(inject("dist"), pathname), "utf8"),
    ) as AppData;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ...data, services: servicesOf(config) }));
    return true;
  };

/** Serves it for the tests of a file, at whose end the server has complained of nothing. */
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
