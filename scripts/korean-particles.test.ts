import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "..");

/** Texts of Korean, by file. */
const texts = [
  ...fs
    .readdirSync(path.join(ROOT, "locales/ko"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(json|md)$/.test(name) && !path.basename(name).startsWith("."))
    .map((name) => `locales/ko/${name.replaceAll("\\", "/")}`),
  ...fs
    .readdirSync(path.join(ROOT, "runtime/panels"))
    .map((name) => `runtime/panels/${name}/messages/ko.json`)
    .filter((file) => fs.existsSync(path.join(ROOT, file))),
].map((file) => ({ file, text: fs.readFileSync(path.join(ROOT, file), "utf8") }));

const FINALS = 28;
const RIEUL = 8;

/** The final consonant of a Hangul syllable; 0 if it has none. */
const finalOf = (syllable: string): number => (syllable.codePointAt(0)! - 0xac00) % FINALS;

/** Whether a particle can follow a syllable: it depends on whether that ends in a consonant. */
function fits(syllable: string, particle: string): boolean {
  const final = finalOf(syllable);
  // 로 follows ㄹ as well as vowels.
  if (particle === "으로") return final !== 0 && final !== RIEUL;
  return final === 0;
}

/** Words of a text with a particle that their last syllable cannot have. */
const wrongIn = (text: string): string[] =>
  Array.from(text.matchAll(/[가-힣]*?([가-힣])[’”*]*(를|와|으로)(?![가-힣])/gu))
    .filter(([, syllable, particle]) => !fits(syllable!, particle!))
    .map(([word]) => word);

it("finds a particle after a sound that it cannot follow", () => {
  expect(wrongIn("잔향를, 포인트으로, 음량와")).toEqual(["잔향를", "포인트으로", "음량와"]);
  expect(wrongIn("리버브를, 화면으로, 피치와, ‘길이’를, 파일로")).toEqual([]);
});

it("LOC-8 Korean particles follow the sound before them", () => {
  expect(texts.length).toBeGreaterThan(60);
  expect(texts.flatMap(({ file, text }) => wrongIn(text).map((word) => `${file} ${word}`))).toEqual(
    [],
  );
});
