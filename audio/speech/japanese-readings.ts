import { TokenizerBuilder } from "@patdx/kuromoji";
import type { Reading } from "./speech.ts";

/** Particles that are read otherwise than they are written. */
const PARTICLES: Readonly<Record<string, string>> = { は: "ワ", へ: "エ" };

/**
 * Makes what finds the readings of Japanese: words by IPADIC, in the reading of the most likely division.
 * @param load gives a file of the dictionary, unpacked
 */
export async function openJapaneseReadings(
  load: (file: string) => Promise<ArrayBuffer>,
): Promise<(text: string) => Reading[]> {
  const tokenizer = await new TokenizerBuilder({
    loader: { loadArrayBuffer: load },
  }).build();
  return (text) => {
    let at = 0;
    return tokenizer.tokenize(text).map((token) => {
      const { surface_form: written, pronunciation, reading, pos } = token;
      const start = text.indexOf(written, at);
      at = start + written.length;
      const known = (pos === "助詞" ? PARTICLES[written] : undefined) ?? pronunciation ?? reading;
      const isRead = known !== undefined && known !== "*";
      // Marks stay: the voice pauses at them.
      return { start, end: at, reading: isRead ? known : written };
    });
  };
}
