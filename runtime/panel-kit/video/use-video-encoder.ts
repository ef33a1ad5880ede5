import { useEffect, useState } from "react";
import {
  type VideoFrames,
  type VideoCodecSettings,
  findVideoCodec,
} from "../../audio/find-video-codec.ts";

/**
 * The encoder that this browser has for such a video; null if none, undefined until it is known.
 */
export function useVideoEncoder(
  { size: { width, height }, rate, bitrate }: VideoFrames,
  output?: VideoCodecSettings["output"],
): VideoCodecSettings | null | undefined {
  const [writing, setWriting] = useState<VideoCodecSettings | null>();
  useEffect(() => {
    let isCurrent = true;
    void findVideoCodec({ size: { width, height }, rate, bitrate }, output).then(
      (found) => isCurrent && setWriting(found),
    );
    return () => {
      isCurrent = false;
    };
  }, [width, height, rate, bitrate, output]);
  return writing;
}
