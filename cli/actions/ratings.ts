import { getReviews } from "../../core/api/ratings/get-reviews.ts";
import { createPager } from "../account/pager.ts";
import { listRecords } from "../account/list-records.ts";
import { REVIEWS } from "../account/records.ts";
import { withClient } from "../account/session.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { operatorSession } from "../ratings/operator-session.ts";
import type { ListOptions } from "./history.ts";
import { parseWanted, print } from "./history.ts";

/** `toolkit ratings` */
export default async function ratings(context: Context, input: object): Promise<ExitCode> {
  const options = input as ListOptions;
  const wanted = parseWanted(options, REVIEWS);
  const session = await operatorSession(context, options);
  const { tool } = options;
  await withClient(context, session, async (client) => {
    const pager = createPager(
      (request) => client.call(getReviews, { ...request, ...(tool !== undefined && { tool }) }),
      REVIEWS.idOf,
    );
    print(context, REVIEWS, {
      options,
      wanted,
      listed: await listRecords(REVIEWS, pager, wanted),
    });
  });
  return 0;
}
