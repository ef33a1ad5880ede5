import * as z from "zod/mini";
import { defineCall, ignored } from "./call.ts";

/** API-8 Deletes the account, after its password has been given again. */
export const cancelAccount = defineCall({
  method: "POST",
  path: "/audio/api/user/account/cancel",
  signedIn: true,
  request: z.object({ password: z.string().check(z.maxLength(128)) }),
  answer: ignored,
});
