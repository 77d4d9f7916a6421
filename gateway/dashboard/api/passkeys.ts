import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

const library = () => import("@simplewebauthn/browser");

/** Browsers have passkeys only on https and localhost, and never at an IP address. */
export function hasPasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return "PublicKeyCredential" in window && !isAddress;
}

/** Lets the user choose and unlock a passkey. Throws if the user cancels. */
export async function provePasskey(options: object): Promise<object> {
  const { startAuthentication } = await library();
  return await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
  });
}

/** Lets the user make a passkey. Throws if the user cancels. */
export async function makePasskey(options: object): Promise<object> {
  const { startRegistration } = await library();
  return await startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  });
}

/** Returns whether an error is the browser's: the user has cancelled, or has no passkey for this service. */
export function isPasskeyCancelled(error: unknown): boolean {
  return error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name);
}
