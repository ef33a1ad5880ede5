import { createHmac, timingSafeEqual } from "node:crypto";
import type { Deps } from "../deps/deps.ts";
import type { Orders } from "../db/schema/payments.ts";
import type { RequestContext } from "../http/request-context.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { html, htmlPage } from "./html-page.ts";
import { formatDay, formatMoney } from "./money.ts";

/** Path prefix of receipts; the last segment is known only to the customer. */
export const RECEIPTS = "/audio/receipts/";

type Named = Pick<Orders, "user_id" | "id">;

const secretOf = ({ settings }: Pick<Deps, "settings">, { user_id, id }: Named): string =>
  createHmac("sha256", settings.secret).update(`receipt ${user_id} ${id}`).digest("base64url");

/**
 * Path of an order's receipt.
 * @throws {ApiFailure} no_receipt: the order has not been paid
 */
export function receiptPath(deps: Pick<Deps, "settings">, order: Orders): string {
  if (order.paid_at === null) throw new ApiFailure("no_receipt");
  return receiptPathOf(deps, order);
}

export const receiptPathOf = (deps: Pick<Deps, "settings">, order: Named): string =>
  `${RECEIPTS}${order.id}.${secretOf(deps, order)}`;

async function findByName(deps: Deps, name: string): Promise<Orders | null> {
  const [, id, secret] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(name) ?? [];
  if (id === undefined || secret === undefined) return null;
  const order = await deps.db.read((queries) =>
    queries.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirst(),
  );
  if (!order || order.paid_at === null) return null;
  const isRight = timingSafeEqual(Buffer.from(secret), Buffer.from(secretOf(deps, order)));
  return isRight ? order : null;
}

const readCustomer = ({ db }: Deps, { user_id }: Orders) =>
  db.read((queries) =>
    queries
      .selectFrom("users")
      .select(["email", "locale"])
      .where("id", "=", user_id)
      .executeTakeFirst(),
  );

/** The receipt of a paid order in the customer's language, for reading and printing. */
export async function showReceipt(
  { deps, locale: visitorLocale }: Pick<RequestContext, "deps" | "locale">,
  name: string,
): Promise<Response> {
  const order = await findByName(deps, name);
  const customer = order && (await readCustomer(deps, order));
  const code = customer?.locale ?? visitorLocale;
  const locale = deps.site.locales.find((known) => known.code === code) ?? deps.site.locales[0]!;
  const { language, dir } = locale;
  const t = (key: string, values = {}): string =>
    deps.emailTexts.text(locale.code, `payments.${key}`, values);
  if (!order) {
    const none = t("receipt.none");
    return htmlPage({ language, dir, title: none, body: html`<h1>${none}</h1>`, status: 404 });
  }
  const number = order.receipt_number!;
  const total = formatMoney(order.amount, order.currency, language);
  const credits =
    order.kind === "pack"
      ? t("receipt.packCredits")
      : `${t(`period.${order.period}`)}, ${t("receipt.planCredits", { count: order.credits })}`;
  // Isolates the number, whose parts would be reordered in right-to-left text.
  const title = t("receipt.title", { number: dir === "rtl" ? `\u2066${number}\u2069` : number });
  const row = (term: string, value: string) =>
    html`<dt>${t(`receipt.${term}`)}</dt>
      <dd>${value}</dd>`;
  const body = html`<h1>${title}</h1>
    <dl>
      ${row("number", number)}${row("date", formatDay(order.paid_at!, language))}${row("order", order.id)}${row("seller", `${deps.site.name}, ${deps.site.contact}`)}${customer ? row("buyer", customer.email) : null}
    </dl>
    <h2>${t("receipt.lines")}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">${t("receipt.item")}</th>
          <th scope="col">${t("receipt.amount")}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td><bdi>${order.name}</bdi><br />${credits}</td>
          <td>${total}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${t("receipt.total")}</th>
          <td>${total}</td>
        </tr>
      </tfoot>
    </table>
    ${order.refunded_at === null ? null : html`<p>${t("receipt.refunded", { date: formatDay(order.refunded_at, language) })}</p>`}
    <p class="soft screen">${t("receipt.print")}</p>`;
  return htmlPage({ language, dir, title, body });
}
