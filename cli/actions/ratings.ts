import { createReviewPager, listRecords } from "../account/list-records.ts";
import { REVIEWS } from "../account/records.ts";
import { withClient } from "../account/session.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { REVIEW_VIEWS } from "../terminal/model.ts";
import { canShow, showAccount } from "../terminal/start.ts";
import { operatorSession } from "../ratings/operator-session.ts";
import { type ListOptions, parseQuery, print } from "./account/history.ts";

/** `toolkit ratings` */
export default async function ratings(context: Context, input: object): Promise<ExitCode> {
  const options = input as ListOptions;
  const query = parseQuery(options, REVIEWS);
  const session = await operatorSession(context, options);
  const { tool } = options;
  if (canShow(context, options))
    return await showAccount(
      context,
      { ...session, email: "Ratings" },
      {
        view: "reviews",
        views: REVIEW_VIEWS,
        color: options.color,
        order: query,
        ...(tool !== undefined && { tool }),
      },
    );
  await withClient(context, session, async (client) => {
    const listed = await listRecords(REVIEWS, createReviewPager(client, tool), query);
    print(context, REVIEWS, { options, query, listed });
  });
  return 0;
}
