import fs from "node:fs";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { MessageTree } from "#core/page/render.ts";
import type { Site } from "#core/site/site.ts";
import { type LocaleValue, LocaleContext } from "../../i18n/context.tsx";
import { createFormat } from "../../i18n/format.ts";
import { createTranslate } from "../../i18n/translate.ts";
import { type StartPart, type WaitingStart, createDialogStore } from "../store/dialogs.ts";
import { createNoticeStore } from "../../notices/notices.ts";
import type { UserStore } from "../store/user.ts";
import type { UserState } from "../store/user-state.ts";
import { AccountMenu } from "../menu/AccountMenu.tsx";
import { createDrafts, pendingOf } from "./drafts.ts";
import { Insufficient } from "./Insufficient.tsx";
import { Login } from "./Login.tsx";
import { Register } from "./Register.tsx";
import { Reset } from "./Reset.tsx";
import { AccountContext } from "../store/use-account.ts";

const account = JSON.parse(
  fs.readFileSync(new URL("../../../locales/en/account.json", import.meta.url), "utf8"),
) as MessageTree;
const german = {
  code: "de",
  language: "de",
  endonym: "Deutsch",
  dir: "ltr",
  prefix: "/de",
  origin: "https://a.example",
} as unknown as LocaleValue["locale"];
const value: LocaleValue = {
  site: { locales: [german], trailingSlash: false } as unknown as Site,
  locale: german,
  navigation: { groups: [], policies: [], voices: [], pricing: null },
  t: createTranslate("en-US", { account }),
  format: createFormat("en-US"),
};
const OUT: Partial<UserState> = { token: null, userName: "", credits: 0, status: "out" };
const IN: Partial<UserState> = {
  token: "t",
  userName: "a@b.org",
  credits: 1200,
  last_get_credits_time: 0,
  status: "in",
};

function render(node: ReactNode, state: Partial<UserState> = OUT, texts = false): string {
  const user = Object.assign(
    createStore(() => state),
    { knowsCredits: () => state.credits !== undefined },
  ) as unknown as UserStore;
  const stores = {
    user,
    dialogs: createDialogStore(),
    notices: createNoticeStore({ now: () => 0, setTimer: () => () => {} }),
    texts,
    dailyCredits: 3,
    sale: {
      currency: "USD",
      packs: [
        { id: "large", credits: 200, price: 15 },
        { id: "small", credits: 60, price: 6 },
      ],
    },
  };
  return renderToStaticMarkup(
    <LocaleContext value={value}>
      <AccountContext value={stores}>{node}</AccountContext>
    </LocaleContext>,
  );
}
const nowhere = { get: () => null, set: () => {} };
const nothing = (): void => {};
const auth = { email: "a@b.org", onClose: nothing, onDone: nothing, onSwitch: nothing };
const inputs = (html: string): string[] =>
  (html.match(/<input[^>]*>/g) ?? []).map((tag) =>
    ["name", "type", "autoComplete"]
      .map((name) => new RegExp(` ${name.toLowerCase()}="([^"]*)"`, "i").exec(tag)?.[1])
      .join(" "),
  );

it("USR-2 a password manager knows the fields of the login", () => {
  const html = render(<Login {...auth} drafts={createDrafts(nowhere)} />);
  expect(inputs(html)).toEqual(["email email username", "password password current-password"]);
  expect(html).toMatch(/<form[^>]* method="post"/);
  expect(html).toMatch(/<button type="submit"/);
});

it("USR-4 registration shows the rules beforehand", () => {
  const html = render(<Register {...auth} drafts={createDrafts(nowhere)} />);
  expect(inputs(html)).toEqual(["email email username", "password password new-password"]);
  expect(html).toContain("8 to 128 characters");
});

it("USR-4 the code is one field with autofill on phones; its step is restored after the dialog was closed", () => {
  const drafts = createDrafts(nowhere);
  drafts.setState({ register: pendingOf("a@b.org", 60, Date.now()) });
  const html = render(<Register {...auth} drafts={drafts} />);
  expect(inputs(html)).toEqual(["code text one-time-code"]);
  expect(html).toMatch(/inputmode="numeric"/i);
  expect(html).toMatch(
    /<button[^>]*aria-disabled="true"[^>]*>A new code can be sent in 60 seconds/,
  );
  expect(html).toContain("a@b.org");
});

it("USR-4 where the site sends texts, a phone number is asked for, too, and the code comes as a text message", () => {
  const drafts = createDrafts(nowhere);
  for (const Form of [Login, Register, Reset]) {
    const html = render(<Form {...auth} drafts={drafts} />, OUT, true);
    expect(inputs(html)[0]).toBe("email text username");
    expect(html).toContain("Email address or phone number");
  }
  drafts.setState({ register: pendingOf("+49 170 1234567", 60, Date.now()) });
  const html = render(<Register {...auth} drafts={drafts} />, OUT, true);
  expect(html).toContain("it is on its way as a text message");
  expect(html).not.toContain("spam");
});

it("USR-4 the new password of a reset is saved for its address", () => {
  const drafts = createDrafts(nowhere);
  drafts.setState({ reset: pendingOf("a@b.org", 60, Date.now()) });
  const html = render(<Reset {...auth} drafts={drafts} />);
  expect(inputs(html)).toEqual([
    "email email username",
    "code text one-time-code",
    "password password new-password",
  ]);
  expect(html).toMatch(/<input[^>]* readonly=""[^>]* value="a@b.org"/i);
});

it("USR-7 too few credits: shows the cost, the balance, and a link to the prices that returns here", () => {
  const html = render(<Insufficient needed={1234} onClose={nothing} onDone={nothing} />, {
    ...IN,
    credits: 1200,
  });
  expect(html).toMatch(/Needed<\/dt><dd>1,234</);
  expect(html).toMatch(/Available<\/dt><dd>1,200</);
  expect(html).toMatch(/Missing<\/dt><dd>34</);
  expect(html).toContain('href="/de/pricing?utm_source=insufficient_credits"');
});

it("USR-7 too few credits: the arc shows their share, and the button the cheapest sufficient pack", () => {
  const shown = (needed: number) =>
    render(<Insufficient needed={needed} onClose={nothing} onDone={nothing} />, {
      ...IN,
      credits: 2,
    });
  expect(shown(4)).toMatch(/data-arc/);
  expect(shown(4)).toMatch(/aria-valuenow="50"/);
  expect(shown(62)).toContain(">60 credits · $6<");
  expect(shown(63)).toContain(">200 credits · $15<");
  expect(shown(300)).toContain(">See prices<");
  expect(shown(4).match(/class="[^"]*primary/g)).toHaveLength(1);
});

const waitingFor = (kind: StartPart["kind"]): WaitingStart => ({
  partFor: (count) => (count > 0 ? { kind, count } : null),
  onPart: nothing,
  onBuy: nothing,
});

it("USR-7 USR-14 too few credits for a file: its first minutes, or a purchase and back", () => {
  const waiting = waitingFor("minutes");
  const shown = (credits: number) =>
    render(<Insufficient needed={10} waiting={waiting} onClose={nothing} onDone={nothing} />, {
      ...IN,
      credits,
    });
  expect(shown(3)).toContain("Process the first 3 minutes");
  expect(shown(0)).not.toContain("Process the first");
  for (const html of [shown(3), shown(0)]) {
    expect(html).toContain("you return to your file");
    expect(html).toContain('href="/de/pricing?utm_source=insufficient_credits"');
  }
});

it("USR-7 USR-14 too few credits for a text: a shorter version", () => {
  const html = render(
    <Insufficient needed={4} waiting={waitingFor("shorter")} onClose={nothing} onDone={nothing} />,
    { ...IN, credits: 1 },
  );
  expect(html).toMatch(/Create a shorter version \(1[^)]*\)/);
  expect(html).not.toContain("Process the first");
});

it("USR-7 USR-14 too few credits for several files: the first of them", () => {
  const html = render(
    <Insufficient needed={4} waiting={waitingFor("jobs")} onClose={nothing} onDone={nothing} />,
    { ...IN, credits: 3 },
  );
  expect(html).toContain("Start the first 3 jobs");
});

it("USR-7 without an account, too few credits lead to the login", () => {
  const html = render(<Insufficient needed={1} onClose={nothing} onDone={nothing} />);
  expect(html).toContain("This needs 1 credit.");
  expect(html).toContain(">Log in<");
});

it("USR-12 the account's menu leads to its pages in the visitor's language", () => {
  const html = render(<AccountMenu />, IN);
  for (const route of ["use-history", "subscription", "account-settings"])
    expect(html).toContain(`href="/de/${route}"`);
  // The visible text is part of the accessible name.
  expect(html).toContain(">1,200 credits<");
  expect(html).toContain('aria-label="Account of a@b.org · 1,200 credits"');
});

it("USR-6 a balance that has not arrived is not shown as 0 credits", () => {
  const { credits: _, ...unanswered } = IN;
  const html = render(<AccountMenu />, unanswered);
  expect(html).not.toContain("credits<");
  expect(html).toContain('aria-label="Account"');
});

it("USR-2 without an account its place is a button that opens the login", () => {
  expect(render(<AccountMenu />)).toMatch(/^<button[^>]*aria-label="Log in"/);
});
