import { defineEntity, p } from "@mikro-orm/core";
import { Department, environments, Worker } from "../../../core/mod.ts";
import { OrganizationMapping } from "./organization.ts";
import { InstantType, LocalDateTimeType } from "./temporal_types.ts";

export const DepartmentMapping = defineEntity({
  class: Department,
  tableName: "departments",
  properties: {
    id: p.integer().primary(),
    organizationId: () => p.manyToOne(OrganizationMapping).mapToPk().joinColumn("organization_id"),
    name: p.text(),
    address: p.text(),
    phoneNumber: p.text(),
    slotInterval: p.integer(),
    workingHours: p.text(),
    showAdminsInBooking: p.boolean(),
    slotCapacity: p.integer(),
    slotOffset: p.integer(),
    openingHours: p.json().nullable(),
    closures: p.json(),
    bookingWindow: p.json().nullable(),
    isActive: p.boolean(),
    createdAt: p.type(InstantType),
  },
  indexes: [{ name: "departments_by_organization", properties: ["organizationId", "id"] }],
  checks: [
    {
      name: "departments_slot_interval",
      expression: "slot_interval >= 1 and slot_interval <= 1440",
    },
    {
      name: "departments_slot_offset",
      expression: "slot_offset >= 0 and slot_offset < slot_interval",
    },
    { name: "departments_slot_capacity", expression: "slot_capacity >= 1" },
  ],
});

export const WorkerMapping = defineEntity({
  class: Worker,
  tableName: "workers",
  properties: {
    id: p.integer().primary(),
    organizationId: () => p.manyToOne(OrganizationMapping).mapToPk().joinColumn("organization_id"),
    departmentId: () => p.manyToOne(DepartmentMapping).mapToPk().joinColumn("department_id"),
    name: p.text(),
    isActive: p.boolean(),
    createdAt: p.type(InstantType),
  },
  indexes: [{ name: "workers_by_department", properties: ["departmentId", "id"] }],
});

/** A change of settings whose slots are still to be told of. */
export const SlotChangeJobMapping = defineEntity({
  name: "SlotChangeJob",
  tableName: "slot_change_jobs",
  properties: {
    id: p.bigint("number").primary(),
    organization: () => p.manyToOne(OrganizationMapping).mapToPk(),
    environment: p.enum(environments),
    department: () => p.manyToOne(DepartmentMapping).mapToPk(),
    settingsBefore: p.json(),
    /** The local time up to which slots have been told of; null: none yet. */
    toldUntil: p.type(LocalDateTimeType).nullable(),
  },
});
