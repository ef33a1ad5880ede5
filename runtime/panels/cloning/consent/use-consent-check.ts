import { useEffect, useRef, useState } from "react";
import type { ConsentProblem } from "#audio/profile/check-consent.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import { newOwnVoiceId } from "#runtime/audio/voices/own-voice.ts";
import { voiceStore } from "#runtime/audio/voices/voice-store.ts";
import type { Text } from "#runtime/notices/notices.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { thrownText } from "#runtime/contract/texts.ts";
import type { AnalyzedSample } from "../sample/use-sample.ts";
import type { GivenConsent } from "../setup/setup.ts";
import { checkConsentRecording } from "./check-consent.ts";

export interface ConsentCheck {
  readonly isBusy: boolean;
  /** Why the last recording was rejected. */
  readonly fault: ConsentProblem | null;
  /** Why the last recording could not be checked. */
  readonly problem: Text | null;
  readonly check: (recording: Blob) => void;
}

/**
 * Checks recordings of the sentence one after the other; an accepted one is stored on the device.
 */
export function useConsentCheck(
  sample: AnalyzedSample,
  { sentence, language, speech }: { sentence: string; language: string; speech: SpeechFolders },
  onConsent: (consent: GivenConsent) => void,
): ConsentCheck {
  const { files, report } = useWorkspace();
  const [state, setState] = useState<Omit<ConsentCheck, "check">>({
    isBusy: false,
    fault: null,
    problem: null,
  });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), [sample.fileId]);
  const work = async (recording: Blob, signal: AbortSignal): Promise<ConsentProblem | null> => {
    const { fileId, voice } = sample;
    const found = await checkConsentRecording(recording, {
      sentence,
      language,
      sample: await files.open(fileId),
      voice,
      speech,
      signal,
    });
    if (found.fault !== null) return found.fault;
    await voiceStore.keepConsent(found.receipt.recording, recording, Date.now());
    if (!signal.aborted) onConsent({ fileId, voice: newOwnVoiceId(), receipt: found.receipt });
    return null;
  };
  return {
    ...state,
    check(recording) {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setState({ isBusy: true, fault: null, problem: null });
      work(recording, own.signal).then(
        (fault) => own.signal.aborted || setState({ isBusy: false, fault, problem: null }),
        (error: unknown) => {
          if (own.signal.aborted) return;
          report(error);
          setState({ isBusy: false, fault: null, problem: thrownText(error) });
        },
      );
    },
  };
}
