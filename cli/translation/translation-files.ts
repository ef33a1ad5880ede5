import fs from "node:fs";
import path from "node:path";
import type { OfferedModel } from "#core/models/offered.ts";
import { digest } from "../files/hash.ts";
import type { SpeechFile } from "../speech/speech-files.ts";
import { openBergamotPackage, PROGRAM_FILES } from "./bergamot-package.ts";

export interface TranslationSite {
  /** Folder of the program that translates, for the browser; missing: nothing is translated. */
  readonly folder?: string;
  /** By their paths below the site's root. */
  readonly files: ReadonlyMap<string, SpeechFile>;
}

const SOURCE = `bergamot-translator, under the Mozilla Public License 2.0
(https://www.mozilla.org/MPL/2.0/), unchanged from the npm package @browsermt/bergamot-translator.
Source: https://github.com/browsermt/bergamot-translator
`;

/**
 * What a site that offers a pair of languages publishes, so that its pages can translate: the program, as
 * its package has it. Its folder changes with the version.
 */
export function translationSiteOf(models: readonly OfferedModel[]): TranslationSite {
  if (!models.some(({ form }) => form.kind === "bergamot")) return { files: new Map() };
  const { version, folder } = openBergamotPackage();
  const below = `speech/bergamot-${version}`;
  const files = new Map<string, SpeechFile>();
  for (const name of PROGRAM_FILES)
    files.set(`${below}/${name}`, {
      key: digest(`${version} ${name}`),
      read: () => fs.readFileSync(path.join(folder, name)),
    });
  files.set(`${below}/SOURCE.txt`, { key: digest(SOURCE), read: () => Buffer.from(SOURCE) });
  return { folder: `/${below}/`, files };
}
