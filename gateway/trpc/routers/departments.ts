import {
  checkAvailabilityAsStaffInput,
  createDepartmentInput,
  listDepartmentsAsStaffInput,
  readDayInput,
  readRangeInput,
  staffDepartmentInput,
  updateDepartmentInput,
} from "../../../core/mod.ts";
import { router, staffMutation, staffQuery } from "../procedures.ts";

/** Departments, their settings and their slots. */
export const departmentsRouter = router({
  list: staffQuery((staff) => staff.listDepartments, listDepartmentsAsStaffInput.optional()),
  byId: staffQuery((staff) => staff.getDepartment, staffDepartmentInput),
  create: staffMutation((staff) => staff.createDepartment, createDepartmentInput),
  update: staffMutation((staff) => staff.updateDepartment, updateDepartmentInput),
  availability: staffQuery(
    (staff) => staff.checkAvailability,
    checkAvailabilityAsStaffInput,
  ),
  day: staffQuery((staff) => staff.getDay, readDayInput),
  range: staffQuery((staff) => staff.listFreeSlots, readRangeInput),
});
