import type { IdentityClient } from "../../core/mod.ts";
import { lazily } from "../lazily.ts";
import type { FetchOptions } from "./bounded_fetch.ts";

export { createSsoHandler } from "./sso_handler.ts";

/** Creates the client of identity providers. Loads its libraries at the first call. */
export function createIdentityClient(
  options: FetchOptions,
): IdentityClient & { close(): Promise<void> } {
  let isUsed = false;
  const loaded = lazily(async () => {
    isUsed = true;
    const { createIdentityClient } = await import("./identity_client.ts");
    return createIdentityClient(options);
  });
  return {
    refusalOf: async (...call) => await (await loaded()).refusalOf(...call),
    signInAddress: async (...call) => await (await loaded()).signInAddress(...call),
    identityOf: async (...call) => await (await loaded()).identityOf(...call),
    logoutOf: async (...call) => await (await loaded()).logoutOf(...call),
    async close() {
      if (isUsed) await (await loaded()).close();
    },
  };
}
