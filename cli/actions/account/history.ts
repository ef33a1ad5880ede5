import { getInvoice } from "#core/api/payments/invoice.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { deleteRecords } from "../../account/delete-records.ts";
import {
  type Listed,
  type RecordQuery,
  createPaymentPager,
  listRecords,
} from "../../account/list-records.ts";
import { openAddress, parseWebAddress } from "../../account/open-address.ts";
import { createUsagePager } from "../../account/overview.ts";
import { type RecordKind, PAYMENTS, USAGE } from "../../account/records.ts";
import { type AccountFlags, requireSession, withClient } from "../../account/session.ts";
import { counted, showCount } from "../../account/show.ts";
import { paintFor } from "../../command-kit/colors.ts";
import type { Context } from "../../command-kit/context.ts";
import { renderTable } from "../../command-kit/render-table.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";
import { canShow, showAccount } from "../../terminal/start.ts";

/** Flags of commands that list records. */
export interface ListOptions extends AccountFlags {
  readonly page?: string;
  readonly pageSize: string;
  readonly all?: boolean;
  readonly tool?: string;
  readonly filter?: string;
  readonly sort?: string;
  readonly reverse?: boolean;
  readonly plain?: boolean;
  readonly input: boolean;
  readonly color: boolean;
}
interface Options extends ListOptions {
  readonly payments?: boolean;
}

/** `toolkit history` */
export default async function history(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const query = parseQuery(options, options.payments ? PAYMENTS : USAGE);
  if (options.payments && options.tool !== undefined)
    throw usage("--tool is for jobs: leave --payments out.");
  const session = await requireSession(context, options);
  if (canShow(context, options))
    return await showAccount(context, session, {
      view: options.payments ? "payments" : "usage",
      color: options.color,
      order: query,
      ...(options.tool !== undefined && { tool: options.tool }),
    });
  await withClient(context, session, async (client) => {
    if (options.payments)
      print(context, PAYMENTS, {
        options,
        query,
        listed: await listRecords(PAYMENTS, createPaymentPager(client), query),
      });
    else
      print(context, USAGE, {
        options,
        query,
        listed: await listRecords(USAGE, createUsagePager(client, options.tool), query),
      });
  });
  return 0;
}

export function parseQuery(
  options: ListOptions,
  { columns }: { readonly columns: readonly { readonly id: string }[] },
): RecordQuery {
  const ids: readonly string[] = columns.map(({ id }) => id);
  const { sort = "time", filter = "", reverse = false, all = false, page = "1" } = options;
  if (!ids.includes(sort)) throw usage(`--sort takes one of ${ids.join(", ")}; found "${sort}".`);
  return {
    sort,
    filter,
    reversed: reverse,
    all,
    page: parseCount("--page", page),
    size: parseCount("--page-size", options.pageSize),
  };
}

function parseCount(flag: string, text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= 1_000_000) return count;
  throw usage(`${flag} takes a number from 1 on; found "${text}".`);
}

const COLORS = { good: "green", warn: "yellow", bad: "red", dim: "dim" } as const;
const WORDS: { readonly [Name in RecordKind<unknown>["name"]]?: string } = {
  usage: "job",
  payments: "payment",
  reviews: "rating",
} as const;

interface Printed<Row> {
  readonly options: ListOptions;
  readonly query: RecordQuery;
  readonly listed: Listed<Row>;
}

export function print<Row>(
  { print: write, log, printsToTerminal, env }: Context,
  { name, columns, idOf }: RecordKind<Row>,
  { options, query: recordQuery, listed: { rows, total } }: Printed<Row>,
): void {
  const { page, size, all } = recordQuery;
  if (options.json) {
    const paging = all ? {} : { page, page_size: size };
    write(`${JSON.stringify({ total, ...paging, list: rows })}\n`);
    return;
  }
  const paint = paintFor(printsToTerminal && options.color, env);
  const cells = rows.map((row) => [
    ...columns.map(({ show, data, tone }) => {
      if (!printsToTerminal) return data(row);
      return tone ? paint(COLORS[tone(row)], show(row)) : show(row);
    }),
    idOf(row),
  ]);
  const header = [...columns.map(({ title }) => title.toUpperCase()), "ID"];
  if (rows.length > 0 || !printsToTerminal) {
    const align = columns.map((column) => column.align);
    write(renderTable(header, cells, printsToTerminal, align));
  }
  const what = WORDS[name] ?? "row";
  if (!printsToTerminal) return;
  if (rows.length === 0)
    log(
      total === 0
        ? `No ${what}s.\n`
        : `Page ${page} is empty: there are ${counted(total, what)}.\n`,
    );
  else if (!all && total > rows.length)
    log(
      `Page ${page} of ${showCount(Math.ceil(total / size))}, ${counted(total, what)} in all. --page or --all shows others.\n`,
    );
}

/** `toolkit history delete [ids…]` */
export async function remove(context: Context, input: object): Promise<ExitCode> {
  const {
    ids,
    yes,
    input: mayAsk,
    ...flags
  } = input as AccountFlags & {
    readonly ids: readonly string[];
    readonly yes?: boolean;
    readonly input: boolean;
  };
  const session = await requireSession(context, flags);
  const distinct = [...new Set(ids)];
  // An empty list from `xargs` is not an error.
  if (distinct.length === 0) {
    if (flags.json) context.print(`${JSON.stringify({ deleted: 0 })}\n`);
    else context.log("No ids were given: nothing was deleted.\n");
    return 0;
  }
  if (!yes) {
    if (!context.canAsk || !mayAsk)
      throw usage(
        "There is no terminal to ask on: confirm with --yes that these jobs are to be deleted.",
      );
    const { confirm, isCancel } = await import("@clack/prompts");
    const answer = await confirm({
      message: `Delete ${counted(distinct.length, "job")} from the history? Credits stay spent.`,
      initialValue: false,
      input: process.stdin,
      output: process.stderr,
      signal: context.signal,
    });
    if (isCancel(answer)) throw new ToolkitError("CANCELLED", {});
    if (!answer) return 1;
  }
  const deleted = await withClient(context, session, (client) => deleteRecords(client, distinct));
  const unknown = distinct.length - deleted;
  if (flags.json) context.print(`${JSON.stringify({ deleted, unknown })}\n`);
  else
    context.log(
      (deleted > 0
        ? `${counted(deleted, "job")} deleted from the history.\n`
        : "Nothing was deleted.\n") +
        (unknown > 0
          ? `The history has no job with ${unknown === 1 ? "the other id" : `${showCount(unknown)} of the ids`}.\n`
          : ""),
    );
  return unknown > 0 ? 1 : 0;
}

/** `toolkit history invoice <order>` */
export async function invoice(context: Context, input: object): Promise<ExitCode> {
  const { order, open, ...flags } = input as AccountFlags & {
    readonly order: string;
    readonly open?: boolean;
  };
  const session = await requireSession(context, flags);
  const { receipt_url } = await withClient(context, session, (client) =>
    client.call(getInvoice, { order_id: order }),
  );
  const address = parseWebAddress(receipt_url, session.api);
  if (open && (await openAddress(address, context.env))) {
    context.log("The invoice is in the browser.\n");
    return 0;
  }
  context.print(
    flags.json ? `${JSON.stringify({ order_id: order, receipt_url: address })}\n` : `${address}\n`,
  );
  return 0;
}

const usage = (detail: string): ToolkitError => new ToolkitError("USAGE", { detail });
