import { useEffect, useState } from "react";
import { type FilmPictures, type FilmWriting, findFilmCodec } from "../../audio/find-film-codec.ts";

/**
 * The encoder that this browser has for such a video; null if none, undefined until it is known.
 */
export function useFilmWriting(
  { size: { width, height }, rate, bitrate }: FilmPictures,
  output?: FilmWriting["output"],
): FilmWriting | null | undefined {
  const [writing, setWriting] = useState<FilmWriting | null>();
  useEffect(() => {
    let isWanted = true;
    void findFilmCodec({ size: { width, height }, rate, bitrate }, output).then(
      (found) => isWanted && setWriting(found),
    );
    return () => {
      isWanted = false;
    };
  }, [width, height, rate, bitrate, output]);
  return writing;
}
