import {
  changePasswordInput,
  signInInput,
  type StaffCaller,
  toSessionView,
} from "../../../core/mod.ts";
import { asGiven, openProcedure, router, signedInProcedure } from "../procedures.ts";

/** Signing in and out; all of it works while a one-time password must be changed. */
export const sessionRouter = router({
  signIn: openProcedure.input(asGiven(signInInput)).mutation(async ({ ctx, input }) => {
    const { caller, setCookie } = await ctx.sessions.begin(input, ctx);
    ctx.responseHeaders.set("Set-Cookie", setCookie);
    return describe(caller);
  }),
  current: signedInProcedure.input(asGiven()).query(({ ctx }) => describe(ctx.caller)),
  signOut: signedInProcedure.input(asGiven()).mutation(async ({ ctx }) => {
    ctx.responseHeaders.set("Set-Cookie", await ctx.sessions.end(ctx.caller));
    return {};
  }),
  changePassword: signedInProcedure
    .input(asGiven(changePasswordInput))
    .mutation(async ({ ctx, input }) => {
      await ctx.application.changePassword(ctx.caller, input);
      return {};
    }),
});

/** Who is signed in; the page must know whether a password is to be changed first. */
function describe(caller: StaffCaller) {
  const { user, organization } = toSessionView(caller);
  return { user: { ...user, mustChangePassword: caller.mustChangePassword }, organization };
}
