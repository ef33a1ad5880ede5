import { sharedModelHost } from "#runtime/audio/models/shared-host.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import { openStudioVoice } from "#runtime/audio/speech/open-studio-voice.ts";
import { languagePairOf, openTranslator } from "#runtime/audio/translation/open-translator.ts";
import { createModelStore } from "#runtime/audio/worker/models/model-store.ts";

// For a page in which tests run studio models.
Object.assign(globalThis, {
  host: sharedModelHost(),
  engine: sharedEngine(),
  store: createModelStore(caches),
  openStudioVoice,
  openTranslator,
  languagePairOf,
});
