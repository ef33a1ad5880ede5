import type { SandboxCheckouts } from "../../db/schema/payments.ts";
import { decodeText, readBody } from "../../http/body.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Visit } from "../../http/visit.ts";
import type { Markup } from "../html-page.ts";
import { html, htmlPage } from "../html-page.ts";
import { formatMoney } from "../money.ts";
import { decline, findCheckout, pay, refund, setRenewals } from "./actions.ts";
import type { Report } from "./sandbox.ts";
import { REPORTS, SANDBOX } from "./sandbox.ts";

/** Bytes of a form. */
export const FORM_LIMIT = 2000;

const reportOf = (text: string | null): Report => REPORTS.find((known) => known === text) ?? "now";

function wordsOf({ deps, locale: visitorLocale }: Visit, code: string | undefined) {
  const { locales } = deps.site;
  const wanted = code ?? visitorLocale;
  const locale = locales.find((known) => known.code === wanted) ?? locales[0]!;
  const say = (key: string, values = {}): string =>
    deps.words.text(locale.code, `payments.sandbox.${key}`, values);
  return { language: locale.language, dir: locale.dir, say };
}
type Say = ReturnType<typeof wordsOf>["say"];

const button = (action: string, label: string, isMain = false): Markup =>
  html`<button name="action" value="${action}" ${isMain ? html` class="main"` : null}>
    ${label}
  </button>`;

function payForm(say: Say, amount: string): Markup {
  const options = REPORTS.map(
    (report) => html`<option value="${report}">${say(`reports.${report}`)}</option>`,
  );
  return html`<form method="post">
    ${button("pay", say("pay", { amount }), true)}${button("step", say("step"))}${button("decline", say("decline"))}<label
      >${say("report")}<select name="report">
        ${options}
      </select></label
    >
  </form>`;
}

const checkForm = (say: Say, amount: string, report: Report): Markup =>
  html`<h2>${say("check")}</h2>
    <p>${say("checkText", { amount })}</p>
    <form method="post">
      <input
        type="hidden"
        name="report"
        value="${report}"
      />${button("pay", say("confirm"), true)}${button("decline", say("refuse"))}
    </form>`;

function laterForms(say: Say, { state, kind, renewals }: SandboxCheckouts): Markup {
  const other = renewals === "pay" ? "renewals-decline" : "renewals-pay";
  const label = say(renewals === "pay" ? "renewalsDecline" : "renewalsPay");
  return html`${state === "paid" ? html`<form method="post">${button("refund", say("refund"))}</form>` : null}${
    kind === "plan"
      ? html`<h2>${say("renewals")}</h2>
          <form method="post">${button(other, label)}</form>`
      : null
  }`;
}

function show(visit: Visit, checkout: SandboxCheckouts): Response {
  const { say, language, dir } = wordsOf(visit, checkout.locale);
  const amount = formatMoney(checkout.amount, checkout.currency, language);
  const { searchParams } = new URL(visit.request.url);
  const isOpen = checkout.state === "open" || checkout.state === "failed";
  const isAtCheck = isOpen && searchParams.get("step") === "check";
  const forms = isAtCheck
    ? checkForm(say, amount, reportOf(searchParams.get("report")))
    : isOpen
      ? payForm(say, amount)
      : laterForms(say, checkout);
  const leave = say(isOpen ? "leave" : "back");
  const body = html`<h1>${say("title")}</h1>
    <p class="soft">${say("intro")}</p>
    <dl>
      <dt><bdi>${checkout.name}</bdi></dt>
      <dd>${amount}</dd>
    </dl>
    <p role="status">${say(`states.${checkout.state}`)}</p>
    ${forms}
    <p><a class="button" href="${checkout.return_url}">${leave}</a></p>`;
  const { origin } = new URL(checkout.return_url);
  return htmlPage({ language, dir, title: say("title"), body, formsTo: [origin] });
}

/** The page of a payment, where each outcome can be chosen. */
export async function showCheckout(visit: Visit, id: string): Promise<Response> {
  const checkout = await findCheckout(visit.deps, id);
  if (checkout) return show(visit, checkout);
  const { say, language, dir } = wordsOf(visit, undefined);
  const body = html`<h1>${say("none")}</h1>`;
  return htmlPage({ language, dir, title: say("none"), body, status: 404 });
}

const seeOther = (address: string): Response =>
  new Response(null, { status: 303, headers: { Location: address } });

/**
 * Does what was chosen on the page of a payment.
 * @throws {Refusal} invalid_request, not_found
 */
export async function useCheckout(visit: Visit, id: string): Promise<Response> {
  const { deps, request } = visit;
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new Refusal("invalid_request", { status: 415 });
  const form = new URLSearchParams(decodeText(await readBody(request, FORM_LIMIT)));
  const checkout = await findCheckout(deps, id);
  if (!checkout) throw new Refusal("not_found");
  const own = `${SANDBOX}${checkout.id}`;
  const report = reportOf(form.get("report"));
  switch (form.get("action")) {
    case "pay":
      await pay(deps, checkout, report);
      await deps.payment.deliver?.();
      return seeOther(checkout.return_url);
    case "step":
      return seeOther(`${own}?step=check&report=${report}`);
    case "decline":
      await decline(deps, checkout);
      break;
    case "refund":
      await refund(deps, checkout);
      break;
    case "renewals-pay":
      await setRenewals(deps, checkout, "pay");
      break;
    case "renewals-decline":
      await setRenewals(deps, checkout, "decline");
      break;
    default:
      throw new Refusal("invalid_request");
  }
  await deps.payment.deliver?.();
  return seeOther(own);
}
