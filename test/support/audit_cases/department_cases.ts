import { type AuditCase, auditCase } from "./audit_case.ts";

const openingHours = { monday: [{ opens: "09:00", closes: "12:30" }] };

/** Changes of departments and workers. */
export const departmentCases: AuditCase[] = [
  auditCase({
    useCase: "createDepartment",
    act: ({ application, organizationId, actor }) =>
      application.createDepartment(organizationId, { name: "Clinic" }, actor),
    leaves: (_, { result: { id } }) => ({
      action: "department.created",
      subjectId: id,
      subjectName: "Clinic",
    }),
  }),
  auditCase({
    useCase: "staff.createDepartmentAsStaff",
    act: ({ application, caller }) =>
      application.staff.createDepartmentAsStaff(caller, { name: "Studio", openingHours }),
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
    act: ({ application, actor }, id) =>
      application.updateDepartment(id, { name: "Surgery", isActive: false }, actor),
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
    useCase: "staff.updateDepartmentAsStaff",
    given: async ({ application, organizationId }) =>
      (await application.createDepartment(organizationId, { name: "Studio" })).id,
    act: ({ application, caller }, id) =>
      application.staff.updateDepartmentAsStaff(caller, {
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
    act: ({ application, departmentId, actor }) =>
      application.createWorker(departmentId, { name: "Mei" }, actor),
    leaves: (_, { result: { id } }) => ({
      action: "worker.created",
      subjectId: id,
      subjectName: "Mei",
    }),
  }),
  auditCase({
    useCase: "staff.createWorkerAsStaff",
    act: ({ application, caller, departmentId }) =>
      application.staff.createWorkerAsStaff(caller, { departmentId, name: "Max" }),
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
    act: ({ application, actor }, id) => application.updateWorker(id, { isActive: false }, actor),
    leaves: (_, { given }) => ({
      action: "worker.updated",
      subjectId: given,
      subjectName: "Mei",
      changes: [{ field: "isActive", before: true, after: false }],
    }),
  }),
  auditCase({
    useCase: "staff.updateWorkerAsStaff",
    given: async ({ application, departmentId }) =>
      (await application.createWorker(departmentId, { name: "Max" })).id,
    act: ({ application, caller }, id) =>
      application.staff.updateWorkerAsStaff(caller, { id, name: "Maxi", isActive: true }),
    leaves: (_, { given }) => ({
      action: "worker.updated",
      subjectId: given,
      subjectName: "Maxi",
      changes: [{ field: "name", before: "Max", after: "Maxi" }],
    }),
  }),
];
