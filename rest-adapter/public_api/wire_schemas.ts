import { z } from "zod";
import { appointmentStatuses } from "../../core/mod.ts";
import { count, id, localDateTime, text } from "../openapi/wire_fields.ts";

/** An appointment in a response (interface, "Appointment"). */
export const appointmentSchema = z
  .object({
    id: id("The appointment's id, given by the service", 48_213),
    dateTime: localDateTime("When it takes place", "2026-03-05T14:30:00"),
    status: z.enum(appointmentStatuses).meta({
      description: "What has become of it; a new appointment is SCHEDULED",
      examples: ["SCHEDULED"],
    }),
    name: text("Name of the person the appointment is for", "Ada Lovelace"),
    qrCode: z.string().min(1).meta({
      description: "Opaque, URL-safe code for check-in, unique",
      examples: ["4fZk0sQmT9xYc2LbW7uNaE"],
    }),
    departmentId: id("The department it is booked in", 7),
    departmentName: text("The name of that department", "Dental Care"),
    externalUserId: z.string().optional().meta({
      description: "The caller's own user identifier; left out when none was supplied",
      examples: ["user-1815"],
    }),
    createdAt: localDateTime("When it was created", "2026-02-27T09:12:44"),
    archivedAt: localDateTime(
      "When it was cancelled through DELETE; only an archived appointment carries it",
      "2026-03-01T08:00:00",
    ).optional(),
  })
  .meta({ id: "Appointment", description: "An appointment" });

/** One page of appointments (interface, "GET /appointments"). */
export const appointmentPageSchema = z
  .object({
    appointments: z.array(appointmentSchema).meta({ description: "The appointments of the page" }),
    page: count("The page, from 0", 0),
    size: z.int().min(1).max(100).meta({
      description: "How many appointments a page holds; more than 100 asked for is 100",
      examples: [20],
    }),
    totalElements: count("Appointments on all pages", 41),
    totalPages: count("Pages in all; 0 when there are no appointments", 3),
    isLast: z.boolean().meta({
      description: "Whether no page with appointments follows",
      examples: [false],
    }),
  })
  .meta({ id: "AppointmentPage", description: "One page of appointments" });

/** A department in a response (interface, "Department"). */
export const departmentSchema = z
  .object({
    id: id("The department's id", 7),
    name: text("Name of the department", "Dental Care"),
    address: text('Postal address; "" when none is set', "12 Harbour Street, Bergen"),
    phoneNumber: text('Phone number; "" when none is set', "+47 55 00 00 00"),
    slotInterval: z.int().min(1).max(1440).meta({
      description: "Minutes from one slot's start to the next",
      examples: [30],
    }),
    workingHours: text(
      'Opening hours in words, for people to read; "" when none are set',
      "Mon-Fri 09:00-17:00",
    ),
  })
  .meta({ id: "Department", description: "A department that takes bookings" });

/** Every active department (interface, "GET /departments"). */
export const departmentListSchema = z
  .array(departmentSchema)
  .meta({ description: "The departments, by id" });

/** Whether one slot is free (interface, "Availability result"). */
export const availabilitySchema = z
  .object({
    slotTime: localDateTime("The time that was asked about", "2026-03-05T14:30:00"),
    available: z.boolean().meta({
      description: "Whether an appointment at this time would be accepted now",
      examples: [true],
    }),
    remainingSlots: count("Free places in this slot; 0 when unavailable for any reason", 2),
    unavailabilityReason: z.string().nullable().meta({
      description: "Why the time is unavailable, for people to read; null when it is available",
      examples: ["Slot is full (3/3 booked)"],
    }),
  })
  .meta({ id: "Availability", description: "Whether one slot is free" });
