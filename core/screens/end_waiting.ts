import type { Caller } from "../access/caller.ts";
import { idField, parseInput } from "../input.ts";
import type { VisitPorts } from "../visits/change_visit.ts";
import { endOfKiosk, maxEndedTogether } from "../visits/kiosk_visits.ts";
import { screenIdInput, screenNotFound } from "./change_screens.ts";
import type { Screen, Screens } from "./screen.ts";

type ScreensCaller = Pick<Caller, "organizationId" | "timeZone" | "actor">;

/**
 * Returns how many people wait with a number of a kiosk, of earlier days too: as many as `endWaitingOfKiosk` would end; and
 * the newest of their visits, 0 for none. Throws VALIDATION_ERROR or SCREEN_NOT_FOUND.
 */
export async function countWaitingOfKiosk(
  { screens, visits, now }: VisitPorts & { screens: Screens },
  { organizationId, timeZone }: ScreensCaller,
  input: unknown,
): Promise<{ waiting: number; newestId: number }> {
  const { id, environment } = await screenOf(screens, organizationId, input);
  const query = { departmentIds: null, now: now(), timeZone };
  const open = await visits.present({ organizationId, environment }, query);
  const ids = open.filter((one) => one.screenId === id && one.state === "WAITING")
    .map((visit) => visit.id);
  return { waiting: Math.min(ids.length, maxEndedTogether), newestId: Math.max(0, ...ids) };
}

/** Input of the end of those who wait. */
export const endWaitingInput = screenIdInput.extend({
  newestId: idField("The newest visit that was counted. Later ones stay").nullish(),
});

/**
 * Ends the visits of all who wait with a number of a kiosk, like `cancelVisit`: the newest `maxEndedTogether` up to
 * `newestId`, in one transaction. The kiosk may be revoked. Throws VALIDATION_ERROR or SCREEN_NOT_FOUND.
 */
export async function endWaitingOfKiosk(
  { screens, visitGate }: VisitPorts & { screens: Screens },
  { organizationId, actor }: ScreensCaller,
  input: unknown,
): Promise<{ ended: number }> {
  const { newestId = null } = parseInput(endWaitingInput, input);
  const { id, environment } = await screenOf(screens, organizationId, input);
  let ended = 0;
  await visitGate.changeVisits(
    { organizationId, environment },
    { screenId: id, actor },
    ({ ofKiosk, now }) => {
      const counted = ofKiosk.filter((visit) => newestId === null || visit.id <= newestId);
      ended = counted.length;
      return endOfKiosk({ ofKiosk: counted, now });
    },
  );
  return { ended };
}

async function screenOf(
  screens: Screens,
  organizationId: number,
  input: unknown,
): Promise<Screen> {
  const { id } = parseInput(screenIdInput, input);
  const screen = (await screens.list(organizationId)).find((one) => one.id === id);
  if (!screen) throw screenNotFound();
  return screen;
}
