import {
  allowedUseCases,
  changePasswordInput,
  sessionIdInput,
  signInInput,
  type StaffCaller,
  toSessionView,
} from "../../../core/mod.ts";
import {
  openProcedure,
  router,
  signedInProcedure,
  staffMutation,
  staffQuery,
  unparsedInput,
  withKey,
} from "../procedures.ts";

/** Signing in and out, which also works while a one-time password must be changed; and the caller's own sessions. */
export const sessionRouter = router({
  signIn: openProcedure.input(unparsedInput(signInInput)).mutation(async ({ ctx, input }) => {
    const { caller, setCookie } = await ctx.sessions.begin(input, ctx);
    ctx.responseHeaders.set("Set-Cookie", setCookie);
    return toView(caller);
  }),
  current: signedInProcedure.input(unparsedInput()).query(({ ctx }) => toView(ctx.caller)),
  signOut: signedInProcedure.input(unparsedInput()).mutation(async ({ ctx }) => {
    ctx.responseHeaders.set("Set-Cookie", await ctx.sessions.end(ctx.caller));
    return {};
  }),
  changePassword: signedInProcedure
    .input(unparsedInput(changePasswordInput))
    .mutation(async ({ ctx, input }) => {
      const { caller, requireStill } = withKey(ctx);
      await ctx.application.changePassword({ ...caller, requireStill }, input);
      return {};
    }),
  list: staffQuery((staff) => staff.listOwnSessions),
  end: staffMutation((staff) => staff.endOwnSession, sessionIdInput),
  endOthers: staffMutation((staff) => staff.endOtherSessions),
});

/**
 * Returns the session. `mustChangePassword` lets the page ask for a new password first, and `permissions` names the use
 * cases that the user may call, so that no page offers what would be refused.
 */
function toView(caller: StaffCaller) {
  const { user, organization } = toSessionView(caller);
  const { mustChangePassword, departmentIds } = caller;
  return {
    user: { ...user, mustChangePassword, departmentIds },
    organization,
    permissions: allowedUseCases(caller),
  };
}
