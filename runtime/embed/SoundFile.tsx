import { type RefObject, useCallback, useEffect, useState } from "react";
import { LivePlayer } from "../ui/player/LivePlayer.tsx";

/** Plays a file of this document. Another file needs another `key`. */
export function SoundFile({
  file,
  label,
  mediaRef,
}: {
  readonly file: Blob;
  readonly label: string;
  /** Gets the element that plays it. */
  readonly mediaRef?: RefObject<HTMLMediaElement | null>;
}) {
  const [src] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(src), [src]);
  const [seconds, setSeconds] = useState<number>();
  const attach = useCallback(
    (element: HTMLMediaElement | null) => {
      const read = (): void => {
        if (element && Number.isFinite(element.duration)) setSeconds(element.duration);
      };
      if (mediaRef) mediaRef.current = element;
      element?.addEventListener("loadedmetadata", read);
      return () => {
        if (mediaRef) mediaRef.current = null;
        element?.removeEventListener("loadedmetadata", read);
      };
    },
    [mediaRef],
  );
  return (
    <LivePlayer
      label={label}
      src={src}
      preload="metadata"
      media={attach}
      {...(seconds !== undefined && { seconds })}
      {...(file.type.startsWith("video/") && { picture: {} })}
    />
  );
}
