import { z } from "zod";
import { appointmentStatuses } from "../../core/mod.ts";
import { count, id, localDateTime, text } from "../openapi/wire_fields.ts";

/** An appointment in a response (rest-adapter/README.md 5). */
export const appointmentSchema = z
  .object({
    id: id("Id of the appointment", 48_213),
    dateTime: localDateTime("Time of the appointment", "2026-03-05T14:30:00"),
    status: z.enum(appointmentStatuses).meta({
      description: "Status; a new appointment is SCHEDULED",
      examples: ["SCHEDULED"],
    }),
    name: text("Name of the person the appointment is for", "Ada Lovelace"),
    qrCode: z.string().min(1).meta({
      description: "Code for check-in: opaque, URL-safe and unique",
      examples: ["4fZk0sQmT9xYc2LbW7uNaE"],
    }),
    departmentId: id("Id of the department", 7),
    departmentName: text("Name of the department", "Dental Care"),
    externalUserId: z.string().optional().meta({
      description: "Your own id of the user; left out if none was supplied",
      examples: ["user-1815"],
    }),
    createdAt: localDateTime("Time of the creation", "2026-02-27T09:12:44"),
    archivedAt: localDateTime(
      "Time of the cancellation with DELETE; present only on an archived appointment",
      "2026-03-01T08:00:00",
    ).optional(),
  })
  .meta({ id: "Appointment", description: "An appointment" });

/** One page of appointments (rest-adapter/README.md 5.4). */
export const appointmentPageSchema = z
  .object({
    appointments: z.array(appointmentSchema).meta({ description: "The appointments of the page" }),
    page: count("Page number, from 0", 0),
    size: z.int().min(1).max(100).meta({
      description: "Page size; a request for more than 100 gives 100",
      examples: [20],
    }),
    totalElements: count("Appointments on all pages", 41),
    totalPages: count("Number of pages; 0 if there are no appointments", 3),
    isLast: z.boolean().meta({
      description: "Whether this is the last page",
      examples: [false],
    }),
  })
  .meta({ id: "AppointmentPage", description: "One page of appointments" });

/** A department in a response (rest-adapter/README.md 6.2). */
export const departmentSchema = z
  .object({
    id: id("Id of the department", 7),
    name: text("Name of the department", "Dental Care"),
    address: text('Postal address; "" if none is set', "12 Harbour Street, Bergen"),
    phoneNumber: text('Phone number; "" if none is set', "+47 55 00 00 00"),
    slotInterval: z.int().min(1).max(1440).meta({
      description: "Minutes from the start of one slot to the start of the next",
      examples: [30],
    }),
    workingHours: text(
      'Opening hours in words for people; "" if none are set',
      "Mon-Fri 09:00-17:00",
    ),
  })
  .meta({ id: "Department", description: "An active department" });

/** Every active department (rest-adapter/README.md 6.1). */
export const departmentListSchema = z
  .array(departmentSchema)
  .meta({ description: "The departments, in the order of their ids" });

/** The result of an availability check (rest-adapter/README.md 6.3). */
export const availabilitySchema = z
  .object({
    slotTime: localDateTime("The requested time", "2026-03-05T14:30:00"),
    available: z.boolean().meta({
      description: "Whether a creation at this time would be accepted now",
      examples: [true],
    }),
    remainingSlots: count(
      "Free places in the slot; 0 if the slot is unavailable for any reason",
      2,
    ),
    unavailabilityReason: z.string().nullable().meta({
      description: "Reason in words for people; null if the slot is available",
      examples: ["Slot is full (3/3 booked)"],
    }),
  })
  .meta({ id: "Availability", description: "Whether a slot is available" });
