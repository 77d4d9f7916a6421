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
  list: staffQuery((staff) => staff.listDepartmentsAsStaff, listDepartmentsAsStaffInput.optional()),
  byId: staffQuery((staff) => staff.readDepartment, staffDepartmentInput),
  create: staffMutation((staff) => staff.createDepartmentAsStaff, createDepartmentInput),
  update: staffMutation((staff) => staff.updateDepartmentAsStaff, updateDepartmentInput),
  availability: staffQuery(
    (staff) => staff.checkAvailabilityAsStaff,
    checkAvailabilityAsStaffInput,
  ),
  day: staffQuery((staff) => staff.readDay, readDayInput),
  range: staffQuery((staff) => staff.readRange, readRangeInput),
});
