import type { Hosted, HostedCall } from "../../contract/hosted.ts";

/** Wraps hosted models so that waiting for a busy one is reported, until the call ends. */
export function reportWaits(hosted: Hosted, onWait: NonNullable<HostedCall["onWait"]>): Hosted {
  const withReport = (call: HostedCall): HostedCall => ({
    ...call,
    onWait(retryAt) {
      if (!call.signal.aborted) onWait(retryAt);
    },
  });
  return {
    ...hosted,
    transcribe: (wav, { language, ...call }) =>
      hosted.transcribe(wav, { language, ...withReport(call) }),
    translate: (request, call) => hosted.translate(request, withReport(call)),
    write: (request, call) => hosted.write(request, withReport(call)),
    speak: (text, call) => hosted.speak(text, withReport(call)),
  };
}
