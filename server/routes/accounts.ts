import { beginTwoFactor as beginCall } from "#core/api/accounts/begin-two-factor.ts";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { changePassword as changePasswordCall } from "#core/api/accounts/change-password.ts";
import { confirmTwoFactor as confirmCall } from "#core/api/accounts/confirm-two-factor.ts";
import { endSessions } from "#core/api/accounts/end-sessions.ts";
import { endTwoFactor as endCall } from "#core/api/accounts/end-two-factor.ts";
import { exportData } from "#core/api/accounts/export-data.ts";
import { getConfig } from "#core/api/accounts/get-config.ts";
import { getSessions } from "#core/api/accounts/get-sessions.ts";
import { getTwoFactor } from "#core/api/accounts/get-two-factor.ts";
import { getUser } from "#core/api/accounts/get-user.ts";
import { login } from "#core/api/accounts/login.ts";
import { logout } from "#core/api/accounts/logout.ts";
import { register } from "#core/api/accounts/register.ts";
import { renewRecoveryCodes } from "#core/api/accounts/renew-recovery-codes.ts";
import { requestReset } from "#core/api/accounts/request-reset.ts";
import { updateConfig } from "#core/api/accounts/update-config.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import { verifyReset } from "#core/api/accounts/verify-reset.ts";
import { changePassword } from "../accounts/change-password.ts";
import { deleteAccount } from "../accounts/delete-account.ts";
import { openExport } from "../accounts/export-data.ts";
import { countAttempts } from "../admission/limits.ts";
import { logIn } from "../accounts/login.ts";
import { requestRegistration, finishRegistration } from "../accounts/register.ts";
import { requestPasswordReset, finishReset } from "../accounts/reset.ts";
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  readTwoFactor,
  renewRecovery,
} from "../accounts/set-second-factor.ts";
import { listSessions, revokeNamed, revokeOthers, revokeToken } from "../sessions/sessions.ts";
import { readUserInfo } from "../accounts/user-info.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { type Route, openRoute, userRoute, userStreamRoute } from "../http/route.ts";

export const ACCOUNT_ROUTES: readonly Route[] = [
  openRoute(register, async (request, context) => ({
    registerState: "code_sent" as const,
    resend_after: await requestRegistration(context, request),
  })),
  openRoute(verifyCode, (request, context) => finishRegistration(context, request)),
  openRoute(login, (request, context) => logIn(context, request)),
  openRoute(requestReset, async (request, context) => ({
    resend_after: await requestPasswordReset(context, request),
  })),
  openRoute(verifyReset, (request, context) => finishReset(context, request)),
  userRoute(getUser, (_request, { deps, user }) =>
    deps.db.read((queries) => readUserInfo(queries, user, deps.offers)),
  ),
  userRoute(logout, async (_request, { deps, user }) => {
    await deps.db.write((tx) => revokeToken(tx, user.token));
    return undefined;
  }),
  userRoute(getSessions, async (_request, { deps, user }) => ({
    sessions: await deps.db.read((queries) => listSessions(queries, deps, user)),
  })),
  userRoute(endSessions, async ({ id }, { deps, user }) =>
    deps.db.write(async (tx) => {
      if (id === undefined) return { ended: await revokeOthers(tx, user) };
      if (!(await revokeNamed(tx, user.userId, id))) throw new ApiFailure("not_found");
      return { ended: 1 };
    }),
  ),
  userRoute(changePasswordCall, (request, context) => changePassword(context, request)),
  userRoute(getTwoFactor, (_request, context) => readTwoFactor(context)),
  userRoute(beginCall, ({ password }, context) => beginTwoFactor(context, password)),
  userRoute(confirmCall, ({ code }, context) => confirmTwoFactor(context, code)),
  userRoute(endCall, (request, context) => endTwoFactor(context, request)),
  userRoute(renewRecoveryCodes, (request, context) => renewRecovery(context, request)),
  userRoute(getConfig, async (_request, { deps, user }) => {
    const found = await deps.db.read((queries) =>
      queries
        .selectFrom("users")
        .select("is_send_email")
        .where("id", "=", user.userId)
        .executeTakeFirst(),
    );
    if (!found) throw new ApiFailure("not_signed_in");
    return found;
  }),
  userRoute(updateConfig, async (request, { deps, user }) => {
    const changed = await deps.db.write((tx) =>
      tx
        .updateTable("users")
        .set({ is_send_email: request.is_send_email === 1 ? 1 : 0 })
        .where("id", "=", user.userId)
        .returning("is_send_email")
        .executeTakeFirst(),
    );
    if (!changed) throw new ApiFailure("not_signed_in");
    return changed;
  }),
  userRoute(cancelAccount, async (request, context) => {
    await deleteAccount(context, request);
    return undefined;
  }),
  userStreamRoute(exportData, async (_request, { deps, user: { userId } }) => {
    await countAttempts(deps, [["export", userId]]);
    return await openExport(deps, userId);
  }),
];
