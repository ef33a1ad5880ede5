import { useEffect, useMemo, useState } from "react";
import { voiceStore } from "./voice-store.ts";
import { useWorkspace } from "../../contract/context.ts";
import { type Voice, hostedVoices, listVoices, SITE_VOICES } from "./voices.ts";

/**
 * All voices that can be chosen. The visitor's voices follow when they have loaded.
 * @param language locale code that hosted voices must speak; any if missing
 */
export function useVoices(language?: string): readonly Voice[] {
  const { hosted } = useWorkspace();
  const [voices, setVoices] = useState(SITE_VOICES);
  useEffect(() => {
    let isShown = true;
    const look = (): void => void listVoices().then((found) => isShown && setVoices(found));
    look();
    const end = voiceStore.onChange(look);
    return () => {
      isShown = false;
      end();
    };
  }, []);
  return useMemo(() => [...voices, ...hostedVoices(hosted, language)], [voices, hosted, language]);
}
