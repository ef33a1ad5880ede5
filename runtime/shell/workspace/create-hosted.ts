import type { Hosted } from "../../contract/hosted.ts";
import type { Application } from "../../application/application.ts";
import type { HostedCalls } from "./open-hosted.ts";

/** Hosted models over the site's API. Their code is loaded for the first call. */
export function createHosted(application: Application, window: Window & typeof globalThis): Hosted {
  const open = async (): Promise<HostedCalls> =>
    (await import("./open-hosted.ts")).openHosted(application, window);
  return {
    ...application.data.services.hosted,
    transcribe: async (wav, call) => await (await open()).transcribe(wav, call),
    translate: async (request, call) => await (await open()).translate(request, call),
    write: async (request, call) => await (await open()).write(request, call),
    speak: async (text, call) => await (await open()).speak(text, call),
  };
}
