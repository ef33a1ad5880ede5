import type { Hosted, HostedCall } from "../../contract/hosted.ts";

/** Wraps hosted models so that waiting for a busy one is reported, until the call ends. */
export function reportWaits(hosted: Hosted, tell: NonNullable<HostedCall["onWait"]>): Hosted {
  const told = (call: HostedCall): HostedCall => ({
    ...call,
    onWait(retryAt) {
      if (!call.signal.aborted) tell(retryAt);
    },
  });
  return {
    ...hosted,
    transcribe: (wav, { language, ...call }) => hosted.transcribe(wav, { language, ...told(call) }),
    translate: (wish, call) => hosted.translate(wish, told(call)),
    write: (wish, call) => hosted.write(wish, told(call)),
    speak: (text, call) => hosted.speak(text, told(call)),
  };
}
