import { expect, it } from "vitest";
import { imageNote } from "./image.ts";
import type { Page } from "./page.ts";

const messages = {
  common: {
    cost: { free: { name: "Free" }, minute: { name: "1 credit a minute" } },
    place: { device: { name: "On this device" }, link: { name: "Server and device" } },
  },
};
const tool = (over: object): Page =>
  ({ kind: "tool", panel: "enhance", preset: "denoise", cost: 1, ...over }) as unknown as Page;

it("SEO-1 the image of a tool says what it costs and where it runs", () => {
  const site = { links: true };
  expect(imageNote(tool({}), site, messages)).toBe("1 credit a minute · On this device");
  expect(imageNote(tool({ panel: "download", cost: "free" }), site, messages)).toBe(
    "Free · Server and device",
  );
  expect(imageNote(tool({ panel: "download" }), { links: false }, messages)).toBe(
    "1 credit a minute · On this device",
  );
  expect(imageNote(tool({ kind: "home" }), site, messages)).toBe("");
  expect(imageNote(tool({}), site, {})).toBe("");
});
