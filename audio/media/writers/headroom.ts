import { type OutputFormat, type ResultFormat, FILM_FORMATS, isFilm } from "./output-formats.ts";

/** dB by which encoders that lose something raise peaks, as far as most sounds go. */
export const HEADROOM = 0.5;

/**
 * dB by which they raise the peaks of limited speech, music, drums and square waves at most, and
 * all but AAC of white noise: `bench/audio/formats/peaks.ts` measures it.
 */
const MOST_RAISED: Readonly<Partial<Record<OutputFormat, number>>> = {
  mp3: 1.2,
  m4a: 2,
  opus: 1.5,
  vorbis: 2.2,
};

/** dB that are left below a ceiling where nothing can decode and measure a result. */
export const safeHeadroomOf = (output: ResultFormat): number =>
  Math.max(
    ...(isFilm(output) ? FILM_FORMATS[output].sounds : [output]).map(
      (sound) => MOST_RAISED[sound] ?? 0,
    ),
  );
