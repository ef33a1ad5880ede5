import { expect, it } from "vitest";
import { folded } from "./search.ts";

it("what is typed is found without accents, width or vowel signs", () => {
  expect(folded("  Réduction du  BRUIT ")).toBe("reduction du bruit");
  expect(folded("Lautstärke, Straße")).toBe("lautstarke, strasse");
  expect(folded("ＭＰ３")).toBe("mp3");
  expect(folded("مُوسِيقَى")).toBe(folded("موسيقى"));
});
