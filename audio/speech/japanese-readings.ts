import { TokenizerBuilder } from "@patdx/kuromoji";
import type { Reading } from "./speech.ts";

/** Particles whose pronunciation differs from their spelling. */
const PARTICLES: Readonly<Record<string, string>> = { は: "ワ", へ: "エ" };

/**
 * Creates a function that determines the readings of Japanese text: the most likely segmentation
 * into IPADIC words.
 * @param load loads a file of the dictionary, decompressed
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
      // Punctuation is kept: the voice pauses there.
      return { start, end: at, reading: isRead ? known : written };
    });
  };
}
