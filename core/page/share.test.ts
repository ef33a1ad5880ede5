import fc from "fast-check";
import { expect, it } from "vitest";
import { configSchema, siteOf } from "../site/config.ts";
import { NETWORK_NAMES, podcastUrl, SHARE_NETWORKS, SHARE_TITLE, shareAddress } from "./share.ts";

const url = "https://s.example/de/podcast-preview?id=a1&b=ü";

it("CMP-5 a podcast is shared as AI Podcast Maker on X, Facebook and WhatsApp", () => {
  expect(SHARE_TITLE).toBe("AI Podcast Maker");
  expect(SHARE_NETWORKS.map((network) => NETWORK_NAMES[network])).toEqual([
    "X",
    "Facebook",
    "WhatsApp",
  ]);
  const x = new URL(shareAddress("x", { url, title: SHARE_TITLE }));
  expect([x.host, x.searchParams.get("text"), x.searchParams.get("url")]).toEqual([
    "x.com",
    "AI Podcast Maker",
    url,
  ]);
  const facebook = new URL(shareAddress("facebook", { url, title: SHARE_TITLE }));
  expect([facebook.host, facebook.searchParams.get("u")]).toEqual(["www.facebook.com", url]);
  const whatsapp = new URL(shareAddress("whatsapp", { url, title: SHARE_TITLE }));
  expect([whatsapp.host, whatsapp.searchParams.get("text")]).toEqual([
    "wa.me",
    `AI Podcast Maker ${url}`,
  ]);
});

it("CMP-5 whatever is in a title or an address, it stays one value", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (title, id) => {
      const address = new URL(shareAddress("x", { url: `https://s.example/?id=${id}`, title }));
      expect([...address.searchParams.keys()]).toEqual(["text", "url"]);
      expect(address.searchParams.get("text")).toBe(title.toWellFormed());
      expect(address.hash).toBe("");
    }),
  );
});

it("CMP-5 an episode's address is the preview page of its locale", () => {
  const site = siteOf(
    configSchema.parse({ site: { name: "S", origin: "https://s.example", contact: "c" } }),
  );
  expect(podcastUrl(site, "en", "a b")).toBe("https://s.example/podcast-preview?id=a%20b");
  expect(podcastUrl(site, "pt-br", "7")).toBe("https://s.example/pt-br/podcast-preview?id=7");
});
