import { expect, it } from "vitest";
import { SAMPLE_WAVES } from "#runtime/parts/sample/sample-waves.ts";
import { drawSample } from "./sample-waves.ts";

it.each(Object.entries(SAMPLE_WAVES))("TLS-1 %s is drawn as it sounds", async (name, drawn) => {
  expect(drawn).toEqual(await drawSample(name));
});
