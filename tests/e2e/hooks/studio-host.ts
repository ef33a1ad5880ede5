import { sharedModelHost } from "../../../runtime/audio/models/shared-host.ts";
import { createModelStore } from "../../../runtime/audio/worker/models/model-store.ts";

// For a page in which tests run studio models.
Object.assign(globalThis, { host: sharedModelHost(), store: createModelStore(caches) });
