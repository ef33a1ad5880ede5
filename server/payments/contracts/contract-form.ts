import { ADDRESS } from "#core/api/contract/addresses.ts";
import { networksOf } from "../../http/client-address.ts";
import { countOnce, refuseAttempts } from "../../admission/limits.ts";
import { decodeText, readBody } from "../../http/body.ts";
import { ApiFailure } from "../../http/api-failure.ts";
import type { RequestContext } from "../../http/request-context.ts";
import { type Markup, html, htmlPage } from "../html-page.ts";
import { formatDay } from "../money.ts";

/** Path prefix of the forms; the last segment is the declaration. */
export const CONTRACT_FORMS = "/audio/contract/";
/** In bytes. */
export const DECLARATION_LIMIT = 4000;
const DECLARATIONS = ["withdraw", "cancel"] as const;
type Kind = (typeof DECLARATIONS)[number];
/** In characters; what is longer is cut off. */
const MAX_FIELD = 120;

interface Declaration {
  readonly name: string;
  readonly order: string;
  readonly email: string;
}

/** A line of text without links, because it is sent to an address that anyone can name. */
const lineOf = (form: URLSearchParams, field: string): string =>
  (form.get(field) ?? "")
    .slice(0, MAX_FIELD)
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .replaceAll("://", " ")
    .trim();

/** @throws {ApiFailure} not_found */
function kindOf(name: string): Kind {
  const kind = DECLARATIONS.find((known) => known === name);
  if (kind === undefined) throw new ApiFailure("not_found");
  return kind;
}

function translatorOf({ deps, locale: visitorLocale }: RequestContext, requested: string | null) {
  const { locales } = deps.site;
  const locale =
    locales.find(({ code }) => code === requested) ??
    locales.find(({ code }) => code === visitorLocale) ??
    locales[0]!;
  const t = (key: string, values = {}): string =>
    deps.emailTexts.text(locale.code, `payments.contract.${key}`, values);
  return { ...locale, t };
}

/**
 * The form with which a consumer withdraws from a purchase or cancels a plan, without an account:
 * Directive (EU) 2023/2673.
 */
export async function showContractForm(
  context: RequestContext,
  name: string,
  refused?: Declaration,
): Promise<Response> {
  const kind = kindOf(name);
  const { searchParams } = new URL(context.request.url);
  const { t, language, dir } = translatorOf(context, searchParams.get("lang"));
  const field = (id: keyof Declaration, type: string, isRequired: boolean): Markup =>
    html`<label
      >${t(id)}<input
        name="${id}"
        type="${type}"
        maxlength="${MAX_FIELD}"
        value="${refused?.[id]}"
        ${isRequired ? html`required` : null}
    /></label>`;
  const title = t(`${kind}.title`);
  const body = html`<h1>${title}</h1>
    <p>${t(`${kind}.intro`)}</p>
    ${refused && html`<p role="alert">${t("invalid")}</p>`}
    <form method="post">
      ${field("name", "text", true)}${field("order", "text", false)}${field("email", "email", true)}
      <button class="main">${t(`${kind}.confirm`)}</button>
    </form>`;
  return htmlPage({ language, dir, title, body, status: refused ? 400 : 200, formsTo: [] });
}

/**
 * Takes a declaration: confirms it by email at once, with its time, and forwards it to the operator,
 * who applies it. Nothing is changed here, because the form does not prove who sent it.
 * @throws {ApiFailure} not_found, invalid_request, too_many_tries
 */
export async function takeDeclaration(context: RequestContext, name: string): Promise<Response> {
  const { deps, request, address } = context;
  const kind = kindOf(name);
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new ApiFailure("invalid_request", { status: 415 });
  const form = new URLSearchParams(decodeText(await readBody(request, DECLARATION_LIMIT)));
  const declared: Declaration = {
    name: lineOf(form, "name"),
    order: lineOf(form, "order"),
    email: (form.get("email") ?? "").trim(),
  };
  const { email } = declared;
  const isEmail = email.length <= 254 && email.includes("@") && ADDRESS.test(email);
  if (declared.name === "" || !isEmail) return await showContractForm(context, name, declared);
  const { client, site } = networksOf(address);
  const counted = await countOnce(deps, [
    ["declareClient", client],
    ...(site === null ? [] : [["declareSite", site] as const]),
    ["declareAddress", email.toLowerCase()],
  ]);
  refuseAttempts(counted.wait);
  const { searchParams } = new URL(request.url);
  const { code, t, language, dir } = translatorOf(context, searchParams.get("lang"));
  const template = kind === "withdraw" ? "withdrawalReceived" : "cancellationReceived";
  const values = { ...declared, order: declared.order || "–" };
  const messageTo = (to: string, locale: string, date: string) =>
    ({ to, locale, template, values: { ...values, date } }) as const;
  const now = deps.clock();
  const day = formatDay(now, language);
  const own = deps.site.contact;
  const { defaultLocale, locales } = deps.site;
  const ownLanguage = locales.find((locale) => locale.code === defaultLocale)?.language ?? "en";
  await deps.db.write(async (tx) => {
    await deps.emails.add(tx, email, messageTo(email, code, day));
    if (own.includes("@"))
      await deps.emails.add(tx, own, messageTo(own, defaultLocale, formatDay(now, ownLanguage)));
  });
  const title = t(`${kind}.done`);
  const body = html`<h1>${title}</h1>
    <p role="status">${t("sent", { email, date: day })}</p>`;
  return htmlPage({ language, dir, title, body });
}
