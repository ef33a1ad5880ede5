import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { writeScriptHosted } from "#core/api/hosted/write-script-hosted.ts";
import { FakeApiError } from "./fake-api-error.ts";
import { type Route, route } from "./route.ts";

/** As a server that names no model answers those who may ask. */
export const HOSTED_ROUTES: readonly Route[] = [
  route(translateHosted, (_, visit) => {
    visit.account();
    throw new FakeApiError("not_found");
  }),
  route(writeScriptHosted, (_, visit) => {
    visit.account();
    throw new FakeApiError("not_found");
  }),
];
