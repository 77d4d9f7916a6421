import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { daysToEndField, defaultEnd } from "../access/default_end.ts";
import { networksField, networksOrAll } from "../access/networks.ts";
import { requireRoom } from "../access/organization_size.ts";
import type { Organizations } from "../access/organization.ts";
import { answering, changesBetween, recordOf } from "../audit/audit_record.ts";
import type { Departments } from "../departments/departments.ts";
import { departmentNotFound } from "../departments/list_departments.ts";
import { environmentField } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { booleanField, idField, inSchema, nameField, parseInput, requiredOr } from "../input.ts";
import type { Clock, Hashing, Randomness } from "../platform.ts";
import { randomBase62 } from "../random_text.ts";
import { Screen, screenKinds, type Screens, type ScreenView, toScreenView } from "./screen.ts";
import { say } from "../messages.ts";

/** 190 random bits. */
export const tokenLength = 32;

const maxDepartments = 500;

/** Input of a new screen. */
export const createScreenInput = z
  .object({
    environment: environmentField,
    kind: z.enum(screenKinds, { error: requiredOr("mustBe", { what: screenKinds.join(" or ") }) }),
    name: nameField(255, "Where the screen is"),
    departmentIds: z
      .array(idField("A department"), {
        error: requiredOr("mustBe", { what: "a list of ids, or null" }),
      })
      .min(1, inSchema("chooseDepartmentOrNone"))
      .max(maxDepartments, inSchema("tooManyChosen", { max: maxDepartments }))
      .nullish()
      .transform((ids) => ids ? [...new Set(ids)].toSorted((a, b) => a - b) : null),
    givesTickets: booleanField("Whether a kiosk gives tickets to people without an appointment")
      .default(false),
    takesNames: booleanField("Whether people may type a name and a time at a kiosk")
      .default(false),
    workerId: idField("The worker of a feed").nullish().transform((id) => id ?? null),
    showsNames: booleanField("Whether a feed has the names of people").default(false),
    expiresDays: daysToEndField,
    allowedNetworks: networksField,
  })
  .refine(({ kind, givesTickets }) => kind === "KIOSK" || !givesTickets, {
    path: ["givesTickets"],
    error: inSchema("onlyKioskGives"),
  })
  .refine(({ kind, takesNames }) => kind === "KIOSK" || !takesNames, {
    path: ["takesNames"],
    error: inSchema("onlyKioskTakesNames"),
  })
  .refine(({ kind, workerId }) => kind === "CALENDAR" || workerId === null, {
    path: ["workerId"],
    error: inSchema("onlyFeedHasWorker"),
  })
  .refine(({ kind, showsNames }) => kind === "CALENDAR" || !showsNames, {
    path: ["showsNames"],
    error: inSchema("onlyFeedShowsNames"),
  });

/**
 * Creates a screen. Returns it with its token, which is not stored and never returned again. Throws VALIDATION_ERROR,
 * DEPARTMENT_NOT_FOUND, WORKER_NOT_FOUND, or CONFLICT if the organization has the maximum number of screens.
 */
export async function createScreen(
  ports: Clock & Randomness & Hashing & {
    screens: Screens;
    organizations: Organizations;
    departments: Departments;
  },
  { organizationId, actor, timeZone }: Pick<Caller, "organizationId" | "actor" | "timeZone">,
  input: unknown,
): Promise<ScreenView & { token: string }> {
  const { expiresDays, allowedNetworks, ...wanted } = parseInput(createScreenInput, input);
  await requireRoom(ports, organizationId, "screens");
  if (wanted.departmentIds) {
    const departments = await ports.departments.list(organizationId);
    const known = new Set(departments.map(({ id }) => id));
    if (!wanted.departmentIds.every((id) => known.has(id))) throw departmentNotFound();
  }
  const { workerId } = wanted;
  if (workerId !== null) {
    const workers = await ports.departments.listWorkersOf(organizationId, null);
    if (!workers.some(({ id }) => id === workerId)) {
      throw new DomainError("WORKER_NOT_FOUND", say("workerNotFound"));
    }
  }
  const token = randomBase62(tokenLength, ports);
  const tokenHash = await ports.sha256(token);
  const createdAt = ports.now();
  const screen = new Screen({
    ...wanted,
    organizationId,
    tokenHash,
    createdAt,
    expiresAt: defaultEnd(expiresDays, createdAt),
    allowedNetworks: networksOrAll(allowedNetworks),
  });
  const fields = [
    "environment",
    "kind",
    "departmentIds",
    "givesTickets",
    "takesNames",
    "workerId",
    "showsNames",
    "expiresAt",
    "allowedNetworks",
  ] as const;
  await ports.screens.add(screen, (added) =>
    recordOf(added, {
      actor,
      action: "screen.created",
      changes: changesBetween<Partial<ScreenView>>({}, toScreenView(added, timeZone), { fields }),
      at: added.createdAt,
    }));
  return { ...toScreenView(screen, timeZone), token };
}

/** Input with the id of a screen. */
export const screenIdInput = z.object({ id: idField("The screen") });

/**
 * Revokes a screen. Its next request, on every process, is refused with UNAUTHENTICATED, and an open display ends within
 * seconds. Does nothing if the screen is already revoked. Throws VALIDATION_ERROR or SCREEN_NOT_FOUND.
 */
export async function revokeScreen(
  { now, screens }: Clock & { screens: Screens },
  { organizationId, actor, timeZone }: Pick<Caller, "organizationId" | "actor" | "timeZone">,
  input: unknown,
): Promise<ScreenView> {
  const { id } = parseInput(screenIdInput, input);
  const at = now();
  const screen = await screens.change(
    { id, organizationId },
    (found) => found.revoke(at),
    (found, { revokedAt }) => {
      const by = answering(actor, toScreenView(found, timeZone));
      return revokedAt ? null : recordOf(found, { actor: by, action: "screen.revoked", at });
    },
  );
  if (!screen) throw screenNotFound();
  return toScreenView(screen, timeZone);
}

/** Lists the screens of the organization by id, revoked ones too. */
export async function listScreens(
  { screens }: { screens: Screens },
  { organizationId, timeZone }: Pick<Caller, "organizationId" | "timeZone">,
): Promise<ScreenView[]> {
  return (await screens.list(organizationId)).map((screen) => toScreenView(screen, timeZone));
}

/** Makes the error for a screen that the organization does not have. */
export function screenNotFound(): DomainError {
  return new DomainError("SCREEN_NOT_FOUND", say("screenNotFound"));
}
