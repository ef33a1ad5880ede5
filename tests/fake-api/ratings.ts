import { getRatings } from "#core/api/ratings/get-ratings.ts";
import { getReviews } from "#core/api/ratings/get-reviews.ts";
import { rateTool } from "#core/api/ratings/rate-tool.ts";
import { FakeApiError } from "./fake-api-error.ts";
import { type Route, route } from "./route.ts";

/** What the real server says to who is no operator, as browsers are. */
const refuse = (): never => {
  throw new FakeApiError("forbidden");
};

/** What was rated is in the requests that a test can look at. */
export const RATING_ROUTES: readonly Route[] = [
  route(rateTool, ({ stars }) => ({ stars })),
  route(getRatings, refuse),
  route(getReviews, refuse),
];
