import type { Application, StaffCaller } from "../../core/mod.ts";

/** The paths of the demo's screens. Their tokens are not stored in readable form. */
export interface DemoScreens {
  display: string;
  kiosk: string;
}

const wanted = {
  display: { kind: "DISPLAY", name: "Waiting room" },
  kiosk: { kind: "KIOSK", name: "Entrance", givesTickets: true },
} as const;

/** Creates a display and a kiosk. Revokes those of a killed start, which may not have shown their addresses. */
export async function createDemoScreens(
  { staff }: Application,
  caller: StaffCaller,
): Promise<DemoScreens> {
  for (const { id, isRevoked } of await staff.listScreens(caller)) {
    if (!isRevoked) await staff.revokeScreen(caller, { id });
  }
  const display = await staff.createScreen(caller, wanted.display);
  const kiosk = await staff.createScreen(caller, wanted.kiosk);
  return { display: `/display/${display.token}`, kiosk: `/kiosk/${kiosk.token}` };
}
