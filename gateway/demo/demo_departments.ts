import type { Application, StaffDepartmentView, StaffWorkerView } from "../../core/mod.ts";

/** The demo's departments. Each shows different booking rules. */
export interface DemoDepartments {
  /** No restriction, five places in each slot. */
  open: StaffDepartmentView;
  /** Opening hours, a closure and a booking window. */
  clinic: StaffDepartmentView;
  /** Each booking names a worker. One worker for each place. */
  studio: StaffDepartmentView;
  workers: StaffWorkerView[];
}

const weekday = [{ opens: "09:00", closes: "12:30" }, { opens: "13:30", closes: "17:00" }];

/** Adds the demo's missing departments and workers. Returns all of them. */
export async function addDemoDepartments(
  application: Application,
  { organizationId, today }: { organizationId: number; today: Temporal.PlainDate },
): Promise<DemoDepartments> {
  const found = await application.listAllDepartments(organizationId);
  const add = async (department: { name: string } & Partial<StaffDepartmentView>) =>
    found.find(({ name }) => name === department.name) ??
      await application.createDepartment(organizationId, department);
  const open = await add({
    name: "Citizens' Office",
    address: "Rathausplatz 1, 10178 Berlin",
    phoneNumber: "+49 30 5550100",
    workingHours: "Always open",
    slotInterval: 30,
    slotCapacity: 5,
  });
  const clinic = await add({
    name: "Family Clinic",
    address: "Lindenallee 12, 10435 Berlin",
    phoneNumber: "+49 30 5550200",
    workingHours: "Mon-Fri 9:00-12:30 and 13:30-17:00, Sat 10:00-14:00",
    slotInterval: 20,
    slotCapacity: 2,
    openingHours: {
      monday: weekday,
      tuesday: weekday,
      wednesday: weekday,
      thursday: weekday,
      friday: weekday,
      saturday: [{ opens: "10:00", closes: "14:00" }],
    },
    // After the week with appointments.
    closures: [{
      from: today.add({ days: 10 }).toString(),
      to: today.add({ days: 11 }).toString(),
      reason: "Staff training",
    }],
    bookingWindow: { minLeadMinutes: 60, maxDaysAhead: 90, refusePast: true },
  });
  const studio = await add({
    name: "Hair Studio",
    address: "Kastanienweg 5, 10119 Berlin",
    phoneNumber: "+49 30 5550300",
    workingHours: "By arrangement with your stylist",
    slotInterval: 60,
    slotCapacity: 3,
    showAdminsInBooking: true,
  });
  const workers = await application.listWorkers(studio.id);
  for (const name of ["Amira Haddad", "Jonas Weber", "Mei Tanaka"].slice(workers.length)) {
    workers.push(await application.createWorker(studio.id, { name }));
  }
  return { open, clinic, studio, workers };
}
