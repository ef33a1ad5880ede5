import fs from "node:fs";
import path from "node:path";
import { Blob, Face, Font, Variation } from "harfbuzzjs";
import { fontFolder, fontsFor } from "./font-packages.ts";
import { unpackWoff2 } from "./woff2.ts";

const WEIGHT = 400;

/** A font file, decompressed for drawing. */
export interface FontFile {
  readonly font: Font;
  /** Font units per em. */
  readonly unitsPerEm: number;
}

/** Character ranges of a font's files. */
interface Family {
  readonly fileOf: (character: number) => FontFile | undefined;
}

/** Fonts of a site's images: those in its configuration, then those of the program. */
export function createFonts(root: string, own: readonly string[]) {
  const families = new Map<string, Family>();
  const familyOf = (name: string): Family => {
    let found = families.get(name);
    if (!found) families.set(name, (found = openFamily(fontFolder(root, own, name))));
    return found;
  };
  const orders = new Map<string, readonly string[]>();
  const orderOf = (language: string): readonly string[] => {
    let found = orders.get(language);
    if (!found) {
      found = [...new Set([...own, ...fontsFor(language)])];
      orders.set(language, found);
    }
    return found;
  };
  return {
    /**
     * The font file for the characters of one grapheme, such as a letter with its accent.
     * @param language BCP 47
     */
    fileOf(characters: readonly number[], language: string): FontFile | undefined {
      for (const name of orderOf(language)) {
        const file = familyOf(name).fileOf(characters[0]!);
        if (file && characters.every((each) => isJoiner(each) || has(file, each))) return file;
      }
      return undefined;
    },
  };
}

export type Fonts = ReturnType<typeof createFonts>;

const has = ({ font }: FontFile, character: number): boolean =>
  font.nominalGlyph(character) !== undefined;

/** Invisible characters that control how their neighbors join. */
const isJoiner = (character: number): boolean =>
  character === 0x200c || character === 0x200d || (character >= 0xfe00 && character <= 0xfe0f);

/** Reads the list of a font's files; each file is decompressed on first use. */
function openFamily(folder: string): Family {
  const list = JSON.parse(fs.readFileSync(path.join(folder, "unicode.json"), "utf8")) as Record<
    string,
    string
  >;
  const id = path.basename(folder);
  const files = new Map<string, FontFile | undefined>();
  const ranges = Object.entries(list).flatMap(([name, text]) =>
    text.split(",").map((range) => {
      const [from, to = from] = range.replace(/^U\+/, "").split("-");
      return { name, from: Number.parseInt(from!, 16), to: Number.parseInt(to!, 16) };
    }),
  );
  const open = (name: string): FontFile | undefined => {
    const subset = name.replace(/[[\]]/g, "");
    const file = [`${id}-${subset}-${WEIGHT}-normal.woff2`, `${id}-${subset}-wght-normal.woff2`]
      .map((each) => path.join(folder, "files", each))
      .find((each) => fs.existsSync(each));
    return file === undefined ? undefined : openFile(file);
  };
  return {
    fileOf(character) {
      for (const { name, from, to } of ranges) {
        if (character < from || character > to) continue;
        if (!files.has(name)) files.set(name, open(name));
        const file = files.get(name);
        if (file && has(file, character)) return file;
      }
      return undefined;
    },
  };
}

function openFile(file: string): FontFile {
  const face = new Face(new Blob(unpackWoff2(fs.readFileSync(file))));
  const font = new Font(face);
  if (face.getAxisInfos()["wght"]) font.setVariations([new Variation("wght", WEIGHT)]);
  return { font, unitsPerEm: face.upem };
}
