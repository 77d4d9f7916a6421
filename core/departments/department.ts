import { z } from "zod";
import { booleanField, inSchema, nameField, proseField, wholeNumberField } from "../input.ts";
import { type BookingWindow, bookingWindowField } from "./booking_window.ts";
import {
  type Closure,
  closuresField,
  type OpeningHours,
  openingHoursField,
} from "./opening_hours.ts";
import { id, text } from "../view_fields.ts";

/** A part of an organization with its own calendar. Appointments are booked in a department. */
export class Department {
  id!: number;
  organizationId: number;
  name: string;
  address: string;
  phoneNumber: string;
  /** Minutes from the start of a slot to the start of the next slot: 1 to 1440. */
  slotInterval: number;
  /** Free text for people. Bookings follow `openingHours`. */
  workingHours: string;
  showAdminsInBooking: boolean;
  /** Number of places in one slot, per environment. */
  slotCapacity: number;
  /** Minutes from midnight to the start of the grid; less than `slotInterval`. */
  slotOffset: number;
  /** Null: always open. */
  openingHours: OpeningHours | null;
  closures: Closure[];
  /** Null: any time may be booked. */
  bookingWindow: BookingWindow | null;
  /** The public API answers for an inactive department as for an unknown id. */
  isActive: boolean;
  createdAt: Temporal.Instant;
  /** Raised by the database with each change (core/README.md 5). */
  version = 1;

  constructor(organizationId: number, settings: DepartmentSettings, createdAt: Temporal.Instant) {
    this.organizationId = organizationId;
    this.name = settings.name;
    this.address = settings.address;
    this.phoneNumber = settings.phoneNumber;
    this.slotInterval = settings.slotInterval;
    this.workingHours = settings.workingHours;
    this.showAdminsInBooking = settings.showAdminsInBooking;
    this.slotCapacity = settings.slotCapacity;
    this.slotOffset = settings.slotOffset;
    this.openingHours = settings.openingHours;
    this.closures = settings.closures;
    this.bookingWindow = settings.bookingWindow;
    this.isActive = settings.isActive;
    this.createdAt = createdAt;
  }
}

const shape = {
  name: nameField(255, "Name of the department"),
  address: proseField(500, "Postal address"),
  phoneNumber: proseField(50, "Phone number"),
  slotInterval: wholeNumberField(1, 1440, "Minutes from one slot's start to the next"),
  workingHours: proseField(1000, "Free-text description of the opening hours"),
  showAdminsInBooking: booleanField("Whether a booking needs a worker"),
  slotCapacity: wholeNumberField(1, 10_000, "Appointments that one slot holds"),
  slotOffset: wholeNumberField(0, 1439, "Minutes after midnight at which the grid starts"),
  openingHours: openingHoursField.nullable(),
  closures: closuresField,
  bookingWindow: bookingWindowField.nullable(),
  isActive: booleanField("Whether the department takes bookings and is listed"),
};

/** The settings of a new department. A missing field gets its default. */
export const newDepartmentSettings = withGrid(
  z.object({
    name: shape.name,
    address: shape.address.default(""),
    phoneNumber: shape.phoneNumber.default(""),
    slotInterval: shape.slotInterval.default(30),
    workingHours: shape.workingHours.default(""),
    showAdminsInBooking: shape.showAdminsInBooking.default(false),
    slotCapacity: shape.slotCapacity.default(1),
    slotOffset: shape.slotOffset.default(0),
    openingHours: shape.openingHours.default(null),
    closures: shape.closures.default([]),
    bookingWindow: shape.bookingWindow.default(null),
    isActive: shape.isActive.default(true),
  }),
);

/** A change of settings. An absent field does not change. */
export const departmentSettingsChange = z.object(shape).partial();

/** The settings of a department. Staff can change all of them. */
export type DepartmentSettings = z.output<typeof newDepartmentSettings>;

/** The complete settings, validated together: `slotOffset` must be below `slotInterval`. */
export const departmentSettings = withGrid(z.object(shape));

function withGrid<S extends z.ZodType<{ slotOffset: number; slotInterval: number }>>(schema: S) {
  return schema.refine((settings) => settings.slotOffset < settings.slotInterval, {
    path: ["slotOffset"],
    error: inSchema("belowInterval"),
  });
}

/** A department as the public API shows it. */
export const departmentView = z
  .object({
    id: id("Id of the department", 1),
    name: text("Name of the department", "Citizens' Office"),
    address: text('Postal address; "" if none is set', "Rathausplatz 1, 10178 Berlin"),
    phoneNumber: text('Phone number; "" if none is set', "+49 30 5550100"),
    slotInterval: z.int().min(1).max(1440).meta({
      description: "Minutes from the start of one slot to the start of the next",
      examples: [30],
    }),
    workingHours: text(
      'Opening hours in words for people; "" if none are set',
      "Always open",
    ),
  })
  .meta({ id: "Department", description: "An active department" });
export type DepartmentView = z.output<typeof departmentView>;

/** A department as staff of its organization see it. */
export type StaffDepartmentView = Omit<Department, "organizationId" | "createdAt">;

/** Makes the view for staff: first the public fields in their order, then the settings. */
export function toStaffDepartmentView(department: Department): StaffDepartmentView {
  const { id, name, address, phoneNumber, slotInterval, workingHours } = department;
  const { showAdminsInBooking, slotCapacity, slotOffset, isActive } = department;
  const { openingHours, closures, bookingWindow, version } = department;
  return {
    id,
    name,
    address,
    phoneNumber,
    slotInterval,
    workingHours,
    showAdminsInBooking,
    slotCapacity,
    slotOffset,
    openingHours,
    closures,
    bookingWindow,
    isActive,
    version,
  };
}
