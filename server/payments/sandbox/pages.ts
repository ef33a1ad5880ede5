import type { SandboxCheckouts } from "../../db/schema/payments.ts";
import { decodeText, readBody } from "../../http/body.ts";
import { ApiFailure } from "../../http/api-failure.ts";
import type { RequestContext } from "../../http/request-context.ts";
import { type Markup, html, htmlPage } from "../html-page.ts";
import { consentText } from "../consent.ts";
import { formatMoney } from "../money.ts";
import { decline, dispute, findCheckout, pay, refund, setRenewals, winDispute } from "./actions.ts";
import { type Report, REPORTS, SANDBOX } from "./sandbox.ts";

/** In bytes. */
export const FORM_LIMIT = 2000;

const reportOf = (text: string | null): Report => REPORTS.find((known) => known === text) ?? "now";

function translatorOf({ deps, locale: visitorLocale }: RequestContext, code: string | undefined) {
  const { locales } = deps.site;
  const requested = code ?? visitorLocale;
  const locale = locales.find((known) => known.code === requested) ?? locales[0]!;
  const t = (key: string, values = {}): string =>
    deps.emailTexts.text(locale.code, `payments.sandbox.${key}`, values);
  return { language: locale.language, dir: locale.dir, t };
}
type Translate = ReturnType<typeof translatorOf>["t"];

/** A payment can be declined without the declaration. */
const attributesOf = (action: string, isMain: boolean): Markup | null =>
  isMain ? html` class="main"` : action === "decline" ? html` formnovalidate` : null;

const button = (action: string, label: string, isMain = false): Markup =>
  html`<button name="action" value="${action}" ${attributesOf(action, isMain)}>${label}</button>`;

function payForm(t: Translate, amount: string, consent: string): Markup {
  const options = REPORTS.map(
    (report) => html`<option value="${report}">${t(`reports.${report}`)}</option>`,
  );
  return html`<form method="post">
    <label class="choice"><input type="checkbox" name="consent" required />${consent}</label>
    ${button("pay", t("pay", { amount }), true)}${button("step", t("step"))}${button("decline", t("decline"))}<label
      >${t("report")}<select name="report">
        ${options}
      </select></label
    >
  </form>`;
}

const checkForm = (t: Translate, amount: string, report: Report, hasConsented: boolean): Markup =>
  html`<h2>${t("check")}</h2>
    <p>${t("checkText", { amount })}</p>
    <form method="post">
      ${hasConsented ? html`<input type="hidden" name="consent" value="on" />` : null}<input
        type="hidden"
        name="report"
        value="${report}"
      />${button("pay", t("confirm"), true)}${button("decline", t("refuse"))}
    </form>`;

function laterForms(t: Translate, { state, kind, renewals }: SandboxCheckouts): Markup {
  const other = renewals === "pay" ? "renewals-decline" : "renewals-pay";
  const label = t(renewals === "pay" ? "renewalsDecline" : "renewalsPay");
  const buttons =
    state === "paid"
      ? html`${button("refund", t("refund"))}${button("dispute", t("dispute"))}`
      : state === "disputed"
        ? button("win", t("win"))
        : null;
  return html`${buttons && html`<form method="post">${buttons}</form>`}${
    kind === "plan"
      ? html`<h2>${t("renewals")}</h2>
          <form method="post">${button(other, label)}</form>`
      : null
  }`;
}

function show(context: RequestContext, checkout: SandboxCheckouts): Response {
  const { t, language, dir } = translatorOf(context, checkout.locale);
  const amount = formatMoney(checkout.amount, checkout.currency, language);
  const { searchParams } = new URL(context.request.url);
  const isOpen = checkout.state === "open" || checkout.state === "failed";
  const isAtCheck = isOpen && searchParams.get("step") === "check";
  const forms = isAtCheck
    ? checkForm(
        t,
        amount,
        reportOf(searchParams.get("report")),
        searchParams.get("consent") === "on",
      )
    : isOpen
      ? payForm(t, amount, consentText(context.deps, checkout.locale))
      : laterForms(t, checkout);
  const leave = t(isOpen ? "leave" : "back");
  const body = html`<h1>${t("title")}</h1>
    <p class="soft">${t("intro")}</p>
    <dl>
      <dt><bdi>${checkout.name}</bdi></dt>
      <dd>${amount}</dd>
    </dl>
    <p role="status">${t(`states.${checkout.state}`)}</p>
    ${forms}
    <p><a class="button" href="${checkout.return_url}">${leave}</a></p>`;
  const { origin } = new URL(checkout.return_url);
  return htmlPage({ language, dir, title: t("title"), body, formsTo: [origin] });
}

/** The checkout page, on which each outcome can be chosen. */
export async function showCheckout(context: RequestContext, id: string): Promise<Response> {
  const checkout = await findCheckout(context.deps, id);
  if (checkout) return show(context, checkout);
  const { t, language, dir } = translatorOf(context, undefined);
  const body = html`<h1>${t("none")}</h1>`;
  return htmlPage({ language, dir, title: t("none"), body, status: 404 });
}

const seeOther = (address: string): Response =>
  new Response(null, { status: 303, headers: { Location: address } });

/**
 * Performs the action chosen on a checkout page.
 * @throws {ApiFailure} invalid_request, not_found
 */
export async function useCheckout(context: RequestContext, id: string): Promise<Response> {
  const { deps, request } = context;
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new ApiFailure("invalid_request", { status: 415 });
  const form = new URLSearchParams(decodeText(await readBody(request, FORM_LIMIT)));
  const checkout = await findCheckout(deps, id);
  if (!checkout) throw new ApiFailure("not_found");
  const own = `${SANDBOX}${checkout.id}`;
  const report = reportOf(form.get("report"));
  const hasConsented = form.get("consent") === "on";
  switch (form.get("action")) {
    case "pay":
      if (!hasConsented) return seeOther(own);
      await pay(deps, checkout, report);
      await deps.payment.deliver?.();
      return seeOther(checkout.return_url);
    case "step":
      return seeOther(`${own}?step=check&report=${report}${hasConsented ? "&consent=on" : ""}`);
    case "decline":
      await decline(deps, checkout);
      break;
    case "refund":
      await refund(deps, checkout);
      break;
    case "dispute":
      await dispute(deps, checkout);
      break;
    case "win":
      await winDispute(deps, checkout);
      break;
    case "renewals-pay":
      await setRenewals(deps, checkout, "pay");
      break;
    case "renewals-decline":
      await setRenewals(deps, checkout, "decline");
      break;
    default:
      throw new ApiFailure("invalid_request");
  }
  await deps.payment.deliver?.();
  return seeOther(own);
}
