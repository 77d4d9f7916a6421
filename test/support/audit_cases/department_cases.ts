import { type AuditCase, auditCase } from "./audit_case.ts";

const morning = { opens: "09:00", closes: "12:30" };
const openingHours = { monday: [morning] };
const closure = { from: "2026-12-24", to: "2026-12-26", reason: "Holidays" };
const absence = { from: "2026-12-28", to: "2026-12-30", starts: "12:00", ends: "15:00" };

/** Changes of departments and workers. */
export const departmentCases: AuditCase[] = [
  auditCase({
    useCase: "createDepartment",
    act: ({ application, organizationId }) =>
      application.createDepartment(organizationId, { name: "Clinic" }),
    leaves: (_, { result: { id } }) => ({
      action: "department.created",
      subjectId: id,
      subjectName: "Clinic",
    }),
  }),
  auditCase({
    useCase: "staff.createDepartment",
    act: ({ application, caller }) =>
      application.staff.createDepartment(caller, { name: "Studio", openingHours }),
    leaves: (_, { result: { id } }) => ({
      action: "department.created",
      subjectId: id,
      subjectName: "Studio",
    }),
  }),
  auditCase({
    useCase: "updateDepartment",
    given: async ({ application, organizationId }) =>
      (await application.createDepartment(organizationId, { name: "Clinic" })).id,
    act: ({ application }, id) =>
      application.updateDepartment(id, { name: "Surgery", isActive: false }),
    leaves: (_, { given }) => ({
      action: "department.updated",
      subjectId: given,
      subjectName: "Surgery",
      changes: [
        { field: "name", before: "Clinic", after: "Surgery" },
        { field: "isActive", before: true, after: false },
      ],
    }),
  }),
  auditCase({
    useCase: "staff.updateDepartment",
    given: async ({ application, organizationId }) =>
      (await application.createDepartment(organizationId, { name: "Studio" })).id,
    act: ({ application, caller }, id) =>
      application.staff.updateDepartment(caller, {
        id,
        name: "Studio",
        slotCapacity: 4,
        openingHours,
        bookingWindow: { minLeadMinutes: 60 },
      }),
    leaves: (_, { given, result }) => ({
      action: "department.updated",
      subjectId: given,
      subjectName: "Studio",
      changes: [
        { field: "slotCapacity", before: 1, after: 4 },
        { field: "openingHours", before: null, after: openingHours },
        { field: "bookingWindow", before: null, after: result.bookingWindow },
      ],
    }),
  }),
  auditCase({
    useCase: "createWorker",
    act: ({ application, departmentId }) => application.createWorker(departmentId, { name: "Mei" }),
    leaves: (_, { result: { id } }) => ({
      action: "worker.created",
      subjectId: id,
      subjectName: "Mei",
    }),
  }),
  auditCase({
    useCase: "staff.createWorker",
    act: ({ application, caller, departmentId }) =>
      application.staff.createWorker(caller, { departmentId, name: "Max" }),
    leaves: (_, { result: { id } }) => ({
      action: "worker.created",
      subjectId: id,
      subjectName: "Max",
    }),
  }),
  auditCase({
    useCase: "updateWorker",
    given: async ({ application, departmentId }) =>
      (await application.createWorker(departmentId, { name: "Mei" })).id,
    act: ({ application }, id) => application.updateWorker(id, { isActive: false }),
    leaves: (_, { given }) => ({
      action: "worker.updated",
      subjectId: given,
      subjectName: "Mei",
      changes: [{ field: "isActive", before: true, after: false }],
    }),
  }),
  auditCase({
    useCase: "staff.updateWorker",
    given: async ({ application, departmentId }) =>
      (await application.createWorker(departmentId, { name: "Max" })).id,
    act: ({ application, caller }, id) =>
      application.staff.updateWorker(caller, { id, name: "Maxi", isActive: true }),
    leaves: (_, { given }) => ({
      action: "worker.updated",
      subjectId: given,
      subjectName: "Maxi",
      changes: [{ field: "name", before: "Max", after: "Maxi" }],
    }),
  }),
  auditCase({
    useCase: "staff.addClosure",
    given: async ({ application, organizationId }) =>
      (await application.createDepartment(organizationId, { name: "Studio" })).id,
    act: ({ application, caller }, id) =>
      application.staff.addClosure(caller, { departmentIds: [id], ...closure }),
    leaves: (_, { given }) => ({
      action: "department.updated",
      subjectId: given,
      subjectName: "Studio",
      changes: [{ field: "closure", after: closure }],
    }),
  }),
  auditCase({
    useCase: "staff.removeClosure",
    given: async ({ application, organizationId }) =>
      (await application.createDepartment(organizationId, { name: "Gym", closures: [closure] })).id,
    act: ({ application, caller }, id) =>
      application.staff.removeClosure(caller, { departmentIds: [id], ...closure, reason: "" }),
    leaves: (_, { given }) => ({
      action: "department.updated",
      subjectId: given,
      subjectName: "Gym",
      changes: [{ field: "closure", before: closure }],
    }),
  }),
  auditCase({
    useCase: "staff.closeOnHolidays",
    act: ({ application, caller }) =>
      application.staff.closeOnHolidays(caller, { country: "DE", region: "BY", dates: [] }),
    leaves: ({ organizationId }) => ({
      action: "organization.updated",
      subjectId: organizationId,
      subjectName: "Clinic",
      changes: [{ field: "holidays", before: null, after: { country: "DE", region: "BY" } }],
    }),
  }),
  auditCase({
    useCase: "staff.changeHours",
    given: async ({ application, organizationId }) =>
      (await application.createDepartment(organizationId, { name: "Lab", openingHours })).id,
    act: ({ application, caller }, id) =>
      application.staff.changeHours(caller, {
        id,
        changes: [
          { day: "monday", before: morning, after: null },
          { day: "friday", before: null, after: morning },
        ],
      }),
    leaves: (_, { given }) => ({
      action: "department.updated",
      subjectId: given,
      subjectName: "Lab",
      changes: [
        { field: "openingHours", before: { monday: morning } },
        { field: "openingHours", after: { friday: morning } },
      ],
    }),
  }),
  auditCase({
    useCase: "staff.addAbsence",
    given: async ({ application, departmentId }) =>
      (await application.createWorker(departmentId, { name: "Max" })).id,
    act: ({ application, caller }, id) =>
      application.staff.addAbsence(caller, { id, ...absence, reason: "Sick" }),
    leaves: (_, { given }) => ({
      action: "worker.updated",
      subjectId: given,
      subjectName: "Max",
      changes: [{ field: "absence", after: absence }],
    }),
  }),
  auditCase({
    useCase: "staff.setShifts",
    given: async ({ application, departmentId }) =>
      (await application.createWorker(departmentId, { name: "Max" })).id,
    act: ({ application, caller }, id) =>
      application.staff.setShifts(caller, {
        id,
        days: [{
          date: absence.from,
          shifts: [{ workerId: id, starts: "08:00", ends: "12:00" }],
        }],
      }),
    leaves: (_, { given }) => ({
      action: "worker.updated",
      subjectId: given,
      subjectName: "Max",
      changes: [{ field: "shifts", after: { date: absence.from, shifts: ["08:00-12:00"] } }],
    }),
  }),
  auditCase({
    useCase: "staff.removeAbsence",
    given: async ({ application, departmentId, caller }) => {
      const { id } = await application.createWorker(departmentId, { name: "Max" });
      await application.staff.addAbsence(caller, { id, ...absence });
      return id;
    },
    act: ({ application, caller }, id) =>
      application.staff.removeAbsence(caller, { id, ...absence }),
    leaves: (_, { given }) => ({
      action: "worker.updated",
      subjectId: given,
      subjectName: "Max",
      changes: [{ field: "absence", before: absence }],
    }),
  }),
];
