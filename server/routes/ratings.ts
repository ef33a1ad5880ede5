import { getRatings } from "#core/api/ratings/get-ratings.ts";
import { getReviews } from "#core/api/ratings/get-reviews.ts";
import { rateTool } from "#core/api/ratings/rate-tool.ts";
import { type Route, openRoute, operatorRoute } from "../http/route.ts";
import { readReviews, summarizeRatings } from "../ratings/read-ratings.ts";
import { saveRating } from "../ratings/save-rating.ts";

export const RATING_ROUTES: readonly Route[] = [
  openRoute(rateTool, (request, context) => saveRating(context, request)),
  operatorRoute(getRatings, (_request, { deps }) => deps.db.read(summarizeRatings)),
  operatorRoute(getReviews, (request, { deps }) =>
    deps.db.read((queries) => readReviews(queries, request)),
  ),
];
