import {
  addPasskeyInput,
  addTotpInput,
  allowedUseCases,
  changePasswordInput,
  passkeySignInInput,
  proveIdentityInput,
  removeFactorInput,
  renameFactorInput,
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
    const { caller, setCookies } = await ctx.sessions.begin(input, ctx);
    return signedIn(ctx, caller, setCookies);
  }),
  startPasskey: openProcedure.input(unparsedInput()).query(({ ctx }) =>
    ctx.application.startPasskeySignIn()
  ),
  signInWithPasskey: openProcedure
    .input(unparsedInput(passkeySignInInput))
    .mutation(async ({ ctx, input }) => {
      const { caller, setCookies } = await ctx.sessions.begin(input, ctx, "signInWithPasskey");
      return signedIn(ctx, caller, setCookies);
    }),
  prove: signedInProcedure
    .input(unparsedInput(proveIdentityInput))
    .mutation(async ({ ctx, input }) => {
      await ctx.application.proveIdentity(ctx.caller, input);
      return {};
    }),
  requireFresh: signedInProcedure.input(unparsedInput()).query(async ({ ctx }) => {
    await ctx.application.requireFresh(ctx.caller);
    return {};
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
 * The second factors of the signed-in user. Recovery codes are shown only by the first addition and by
 * `replaceRecoveryCodes`.
 */
export const factorsRouter = router({
  list: staffQuery((staff) => staff.listFactors),
  startTotp: staffQuery((staff) => staff.startTotp),
  addTotp: staffMutation((staff) => staff.addTotp, addTotpInput),
  startPasskey: staffQuery((staff) => staff.startPasskey),
  addPasskey: staffMutation((staff) => staff.addPasskey, addPasskeyInput),
  startProof: staffQuery((staff) => staff.startProof),
  rename: staffMutation((staff) => staff.renameFactor, renameFactorInput),
  remove: staffMutation((staff) => staff.removeFactor, removeFactorInput),
  replaceRecoveryCodes: staffMutation((staff) => staff.replaceRecoveryCodes),
});

function signedIn(
  { responseHeaders }: { responseHeaders: Headers },
  caller: StaffCaller,
  setCookies: readonly string[],
) {
  for (const cookie of setCookies) responseHeaders.append("Set-Cookie", cookie);
  return toView(caller);
}

/**
 * Returns the session. `mustChangePassword` and `mustAddFactor` let the page ask for that first, and `permissions` names
 * the use cases that the user may call, so that no page offers what would be refused.
 */
function toView(caller: StaffCaller) {
  const { user, organization } = toSessionView(caller);
  const { mustChangePassword, mustAddFactor, hasFactor, bySso, departmentIds } = caller;
  return {
    user: { ...user, mustChangePassword, mustAddFactor, hasFactor, bySso, departmentIds },
    organization,
    permissions: allowedUseCases(caller),
  };
}
