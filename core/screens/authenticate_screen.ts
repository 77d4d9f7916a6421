import { isInNetworks } from "../access/networks.ts";
import { DomainError } from "../errors.ts";
import type { Clock, Hashing } from "../platform.ts";
import { tokenLength } from "./change_screens.ts";
import { countToken, countUnknown, type PublicLimitPorts } from "./public_limits.ts";
import type { FoundScreen, ScreenCaller, ScreenKind, Screens } from "./screen.ts";
import { say } from "../messages.ts";

const tokenForm = new RegExp(`^[0-9A-Za-z]{${tokenLength}}$`);

/** The ports of a screen's request. */
export type ScreenPorts = Clock & { screens: Screens };

/**
 * Returns the caller of a screen's token. Its use is recorded at most once a minute. Throws UNAUTHENTICATED, always with
 * the same words, if the token is absent, unknown, revoked, ended, of another kind or used from another network;
 * RATE_LIMIT_EXCEEDED.
 */
export async function authenticateScreen(
  ports: ScreenPorts & Hashing & PublicLimitPorts,
  token: string | null,
  { kind, ipAddress }: { kind: ScreenKind; ipAddress: string },
): Promise<ScreenCaller> {
  // A malformed token costs no query.
  const tokenHash = token !== null && tokenForm.test(token) ? await ports.sha256(token) : undefined;
  const found = tokenHash === undefined ? undefined : await findInUse(ports, tokenHash);
  const networks = found?.screen.allowedNetworks?.join() ?? null;
  const isThere = networks === null || isInNetworks(ipAddress, networks);
  if (found?.screen.kind !== kind || !isThere) {
    await countUnknown(ports, ipAddress);
    throw unknownScreen();
  }
  await countToken(ports, found.screen.tokenHash);
  await noteUse(ports, found);
  return toCaller(found);
}

/** Returns the caller again, as it is now. Throws UNAUTHENTICATED if the screen was revoked or has ended meanwhile. */
export async function authenticateAgain(
  ports: ScreenPorts,
  { tokenHash }: Pick<ScreenCaller, "tokenHash">,
): Promise<ScreenCaller> {
  const found = await findInUse(ports, tokenHash);
  if (!found) throw unknownScreen();
  await noteUse(ports, found);
  return toCaller(found);
}

async function findInUse(
  { screens, now }: ScreenPorts,
  tokenHash: string,
): Promise<FoundScreen | undefined> {
  const found = await screens.findByToken(tokenHash);
  return found?.screen.isInUseAt(now()) ? found : undefined;
}

async function noteUse({ screens, now }: ScreenPorts, { screen }: FoundScreen): Promise<void> {
  const at = now();
  if (screen.isTouchDueAt(at)) await screens.noteUse(screen, at);
}

function toCaller({ screen, organizationName, timeZone }: FoundScreen): ScreenCaller {
  const { id, organizationId, environment, kind, name, departmentIds, givesTickets, takesNames } =
    screen;
  const { tokenHash, workerId, showsNames } = screen;
  const kiosk = { givesTickets, takesNames };
  const own = {
    screenId: id,
    kind,
    name,
    departmentIds,
    ...kiosk,
    workerId,
    showsNames,
    tokenHash,
  };
  return { ...own, organizationId, environment, organizationName, timeZone };
}

function unknownScreen(): DomainError {
  return new DomainError(
    "UNAUTHENTICATED",
    say("unknownScreen"),
  );
}
