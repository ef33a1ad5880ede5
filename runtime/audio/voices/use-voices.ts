import { useEffect, useState } from "react";
import { voiceShelf } from "./voice-shelf.ts";
import type { Voice } from "./voices.ts";
import { listVoices, SITE_VOICES } from "./voices.ts";

/** All voices that can be chosen: those of the site at once, those of the visitor as soon as they are known. */
export function useVoices(): readonly Voice[] {
  const [voices, setVoices] = useState(SITE_VOICES);
  useEffect(() => {
    let isShown = true;
    const look = (): void => void listVoices().then((found) => isShown && setVoices(found));
    look();
    const end = voiceShelf.onChange(look);
    return () => {
      isShown = false;
      end();
    };
  }, []);
  return voices;
}
