import { rateTool } from "../../core/api/ratings/rate-tool.ts";
import type { Route } from "./route.ts";
import { route } from "./route.ts";

/** What was rated is in the requests that a test can look at. */
export const RATING_ROUTES: readonly Route[] = [route(rateTool, ({ stars }) => ({ stars }))];
