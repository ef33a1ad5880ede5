import { beginTwoFactor } from "#core/api/accounts/begin-two-factor.ts";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { changePassword } from "#core/api/accounts/change-password.ts";
import { confirmTwoFactor } from "#core/api/accounts/confirm-two-factor.ts";
import { endSessions } from "#core/api/accounts/end-sessions.ts";
import { endTwoFactor } from "#core/api/accounts/end-two-factor.ts";
import { getSessions } from "#core/api/accounts/get-sessions.ts";
import { getConfig } from "#core/api/accounts/get-config.ts";
import { getTwoFactor } from "#core/api/accounts/get-two-factor.ts";
import { getUser } from "#core/api/accounts/get-user.ts";
import { login } from "#core/api/accounts/login.ts";
import { logout } from "#core/api/accounts/logout.ts";
import { register } from "#core/api/accounts/register.ts";
import { renewRecoveryCodes } from "#core/api/accounts/renew-recovery-codes.ts";
import { requestReset } from "#core/api/accounts/request-reset.ts";
import type { AnyCall } from "#core/api/contract/call.ts";
import { type UserInfo, CODE } from "#core/api/contract/shapes.ts";
import { updateConfig } from "#core/api/accounts/update-config.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import { verifyReset } from "#core/api/accounts/verify-reset.ts";
import { claim } from "./credits.ts";
import { FakeApiError } from "./fake-api-error.ts";
import { type Route, route } from "./route.ts";
import { type Account, type Pending, type World, addAccount, issueToken } from "./world.ts";

const COMMON = new Set([
  "password",
  "password1",
  "12345678",
  "123456789",
  "qwertyuiop",
  "iloveyou",
]);
/** Failed logins of an address, and seconds in which they count. */
const FAILURES = { count: 5, seconds: 60 };

const addressOf = (email: string): string => email.toLowerCase();
const infoOf = (account: Account, token: string): UserInfo => ({
  token,
  last_get_credits_time: account.lastClaim,
  user_info: {
    user_id: account.id,
    user_email: account.email,
    daily_credits_count: account.claims,
  },
  subscription: account.subscription,
  kodepay_user_id: account.customer,
});
const enter = (world: World, account: Account): UserInfo =>
  infoOf(account, issueToken(world, account));

const refuseCommon = (password: string): void => {
  if (COMMON.has(password.toLowerCase())) throw new FakeApiError("password_common");
};

/** Sends a code, or does what looks the same from outside. */
function send(
  world: World,
  kind: "register" | "reset",
  email: string,
  { isReal, ...request }: { readonly isReal: boolean } & Pick<Pending, "password" | "verifier">,
): number {
  const earlier = world.pending[kind].get(email);
  const left = earlier ? earlier.sent + CODE.resendAfter - world.now() : 0;
  if (left > 0) throw new FakeApiError("too_many_tries", { retryAfter: left });
  const code = String(Math.floor(Math.random() * 1e6)).padStart(CODE.digits, "0");
  world.pending[kind].set(email, {
    code: isReal ? code : null,
    ...request,
    sent: world.now(),
    attempts: 0,
  });
  return CODE.resendAfter;
}

/** Takes a code, once. */
function redeem(world: World, kind: "register" | "reset", email: string, code: string): Pending {
  const pending = world.pending[kind].get(email);
  if (!pending || world.now() - pending.sent > CODE.seconds) throw new FakeApiError("code_expired");
  if (pending.attempts >= CODE.attempts) throw new FakeApiError("code_used_up");
  if (pending.code === code) {
    world.pending[kind].delete(email);
    return pending;
  }
  pending.attempts += 1;
  const count = CODE.attempts - pending.attempts;
  throw count > 0
    ? new FakeApiError("code_wrong", { params: { count } })
    : new FakeApiError("code_used_up");
}

function checkLogin(world: World, email: string, password: string): Account {
  const { now, failures, accounts } = world;
  const recent = (failures.get(email) ?? []).filter((at) => now() - at < FAILURES.seconds);
  if (recent.length >= FAILURES.count)
    throw new FakeApiError("too_many_tries", { retryAfter: recent[0]! + FAILURES.seconds - now() });
  const account = accounts.get(email);
  if (account?.password === password) {
    failures.delete(email);
    return account;
  }
  failures.set(email, [...recent, now()]);
  throw new FakeApiError("invalid_credentials");
}

/** What a session is called. */
const sessionOf = (token: string): string => token.slice(0, 8);

const revoke = (world: World, email: string): void => {
  for (const [token, owner] of world.tokens) if (owner === email) world.tokens.delete(token);
};

export const ACCOUNT_ROUTES: readonly Route[] = [
  route(register, (request, { world }) => {
    if (request.channel === "text") throw new FakeApiError("channel_unavailable");
    refuseCommon(request.password);
    const email = addressOf(request.email);
    const isReal = !world.accounts.has(email);
    const resend_after = send(world, "register", email, {
      isReal,
      password: request.password,
      verifier: request.code_verifier,
    });
    return { registerState: "code_sent" as const, resend_after };
  }),
  route(verifyCode, (request, { world }) => {
    const email = addressOf(request.email);
    const { password, verifier } = redeem(world, "register", email, request.code);
    if (verifier !== request.code_verifier) throw new FakeApiError("code_expired");
    const account = addAccount(world, email, password!);
    claim(world, account);
    return enter(world, account);
  }),
  route(login, (request, { world }) =>
    enter(world, checkLogin(world, addressOf(request.email), request.password)),
  ),
  route(requestReset, (request, { world }) => {
    const email = addressOf(request.email);
    const isReal = world.accounts.has(email);
    return {
      resend_after: send(world, "reset", email, {
        isReal,
        password: null,
        verifier: request.code_verifier,
      }),
    };
  }),
  route(verifyReset, (request, { world }) => {
    refuseCommon(request.password);
    const email = addressOf(request.email);
    redeem(world, "reset", email, request.code);
    const account = world.accounts.get(email)!;
    account.password = request.password;
    revoke(world, email);
    return enter(world, account);
  }),
  route(logout, (_request, visit) => {
    visit.account();
    visit.world.tokens.delete(visit.token!);
    return undefined;
  }),
  route(getSessions, (_request, visit) => {
    const { email } = visit.account();
    const created_at = visit.world.now();
    const own = [...visit.world.tokens].filter(([, owner]) => owner === email);
    return {
      sessions: own.map(([token]) => ({
        id: sessionOf(token),
        client: "Chrome, Linux",
        created_at,
        used_at: created_at,
        current: token === visit.token,
      })),
    };
  }),
  route(endSessions, ({ id }, visit) => {
    const { tokens } = visit.world;
    const { email } = visit.account();
    const ended = [...tokens]
      .filter(([, owner]) => owner === email)
      .map(([token]) => token)
      .filter((token) => (id === undefined ? token !== visit.token : sessionOf(token) === id));
    if (id !== undefined && ended.length === 0) throw new FakeApiError("not_found");
    for (const token of ended) tokens.delete(token);
    return { ended: ended.length };
  }),
  route(changePassword, (request, visit) => {
    const account = visit.account();
    refuseCommon(request.password);
    if (account.password !== request.old_password) throw new FakeApiError("password_wrong");
    account.password = request.password;
    revoke(visit.world, account.email);
    visit.world.tokens.set(visit.token!, account.email);
    return {};
  }),
  // A second factor needs a real clock and a real secret: journeys with one meet the real server.
  route(getTwoFactor, (_request, visit) => {
    visit.account();
    return { enabled: false, since: null, recovery_codes: 0 };
  }),
  ...[beginTwoFactor, confirmTwoFactor, endTwoFactor, renewRecoveryCodes].map((call) =>
    route<AnyCall>(call, (_request, visit) => {
      visit.account();
      throw new FakeApiError("two_factor_off");
    }),
  ),
  route(getUser, (_request, visit) => infoOf(visit.account(), visit.token!)),
  route(getConfig, (_request, visit) => ({ is_send_email: visit.account().sendsEmail })),
  route(updateConfig, (request, visit) => {
    const account = visit.account();
    account.sendsEmail = request.is_send_email;
    return { is_send_email: account.sendsEmail };
  }),
  route(cancelAccount, (request, visit) => {
    const { world } = visit;
    const account = visit.account();
    if (account.password !== request.password) throw new FakeApiError("password_wrong");
    world.anonymous.push(...account.usages);
    world.accounts.delete(account.email);
    revoke(world, account.email);
    return undefined;
  }),
];
