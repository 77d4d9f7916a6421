import { useState } from "react";
import { useRead } from "../api/hooks.ts";
import { useSession, useTimeZone } from "../api/session.tsx";
import { dateOf, dayText, numberText, timeOf, useNow } from "../api/time.ts";
import type { Appointment, Department, Environment } from "../api/types.ts";
import { isAlreadyDone, serviceErrorOf } from "../api/errors.ts";
import { Button } from "../ui/button.tsx";
import { CancelButton, CloseButton, DialogActions } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Select } from "../ui/select.tsx";
import { noteOtherAction } from "./actions.ts";
import { lastDepartment, rememberDepartment } from "./last_department.ts";
import { NoteField } from "./note.tsx";
import { OverrideReason, useOverride } from "./override_reason.tsx";
import { PersonFields } from "./person_fields.tsx";
import { type BookedFirst, type Repetition, RepetitionFields, useBooking } from "./series.tsx";
import { useSubmitGuard } from "./submit_guard.tsx";
import { TakenNotice, useOwnTry } from "./taken_notice.tsx";
import { useWeek } from "./use_week.ts";
import { firstFree, slotAt } from "./week.ts";
import { WeekSlots } from "./week_slots.tsx";
import { WorkerChoice } from "./worker_choice.tsx";
import { t as errors } from "../api/texts.ts";
import { t } from "./booking_texts.ts";
import { t as series } from "./series_texts.ts";

export interface BookDialogProps {
  /** With those that cannot be booked. */
  departments: readonly Department[];
  environment: Environment;
  /** The slot that was selected on the page, if any. */
  departmentId?: number | undefined;
  slotTime?: string | undefined;
  workerId?: number | undefined;
  /** The first day of the week of slots. */
  startDate: string;
  onClose(): void;
  onBooked?(appointment: Appointment): void;
}

const fields = [
  "name",
  "phone",
  "email",
  "externalUserId",
  "note",
  "workerId",
  "dateTime",
  "overrideReason",
];

/** The form of a new appointment. It starts with the running slot or the next free one. */
export function BookForm(
  { departments, environment, startDate, onClose, onBooked, ...props }:
    & Omit<BookDialogProps, "onBooked">
    & {
      onBooked(booked: BookedFirst): void;
    },
) {
  const { user } = useSession();
  const now = useNow(useTimeZone());
  const [departmentId, setDepartmentId] = useState(() => {
    const wanted = props.departmentId ?? lastDepartment(user.id);
    const bookable = departments.filter(({ isActive }) => isActive);
    return (bookable.find(({ id }) => id === wanted) ?? bookable[0]!).id;
  });
  // The chosen department stays, so that nothing typed is lost if an administrator closes it for bookings meanwhile.
  const selectable = departments.filter(({ id, isActive }) => isActive || id === departmentId);
  const department = departments.find(({ id }) => id === departmentId)!;
  const needsWorker = department.showAdminsInBooking;
  const [person, setPerson] = useState({ name: "", phone: "", email: "", externalUserId: "" });
  const [note, setNote] = useState("");
  const [workerId, setWorkerId] = useState(props.workerId);
  const [chosen, setChosen] = useState(props.slotTime ?? null);
  const [first, setFirst] = useState(later(dateOf(props.slotTime ?? startDate), dateOf(now)));
  const { data: workers = [] } = useRead("workers.list", { departmentId });
  const activeWorkers = workers.filter(({ isActive }) => isActive);
  // Only in a department that books by worker can a worker be busy.
  const query = {
    departmentId,
    slotMinutes: department.slotInterval,
    environment,
    workerId: needsWorker ? workerId : undefined,
  };
  const week = useWeek(query, first);
  const slot = slotAt(week.days, chosen);
  const override = useOverride(chosen, slot);
  const free = firstFree(week.days, { from: later(now, first), workerId: query.workerId });
  // Chosen once. If others take the slot, the notice says so: the time never changes by itself.
  if (chosen === null && free && !week.isLoading) setChosen(free.slotTime);

  const booking = useBooking();
  const { repetition } = booking;
  const { data: balances } = useRead("credits.balance");
  const balance = balances && (environment === "TEST" ? balances.test : balances.live);
  const slotError = serviceErrorOf(booking.error).details.find(({ field }) => field === "dateTime");
  const isOwnTry = useOwnTry(booking.error, chosen && `${departmentId} ${chosen}`);
  const { notice, guard } = useSubmitGuard(person.name);
  function send(): void {
    if (chosen === null) return;
    booking.book({
      departmentId,
      dateTime: chosen,
      environment,
      name: person.name,
      ...(person.phone && { phone: person.phone }),
      ...(person.email && { email: person.email }),
      ...(person.externalUserId && { externalUserId: person.externalUserId }),
      ...(note && { note }),
      ...(workerId !== undefined ? { workerId } : needsWorker && { anyWorker: true }),
      ...override.input,
    }, ({ appointment, series }) => {
      noteOtherAction();
      rememberDepartment(user.id, departmentId);
      const worker = workers.find(({ id }) => id === appointment.workerId);
      onBooked({ appointment: { ...appointment, workerName: worker?.name ?? null }, series });
    });
  }

  return (
    <Form
      error={booking.error}
      fields={fields}
      onSubmit={() => guard(send)}
      className="dialog-form"
    >
      {balance === 0 && !isOwnTry && (
        <p className="notice" role="alert">
          {environment === "TEST" ? t("noTestCredits") : t("noCredits")}
        </p>
      )}
      <div className="dialog-body book">
        <div className="form">
          {notice}
          <PersonFields person={person} onChange={setPerson} environment={environment} />
          <NoteField value={note} onChange={setNote} />
        </div>
        <div className="form">
          <div className="columns halves">
            <Select
              label={t("department")}
              name="departmentId"
              options={selectable.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(departmentId)}
              onChange={(id) => {
                setDepartmentId(Number(id));
                setWorkerId(undefined);
                setChosen(null);
                booking.reset();
              }}
            />
            {activeWorkers.length > 0 && (
              <WorkerChoice
                workers={activeWorkers}
                value={workerId}
                onChange={setWorkerId}
                slot={needsWorker ? slot : undefined}
                days={week.days}
              />
            )}
          </div>
          <WeekSlots
            key={departmentId}
            {...query}
            week={week}
            onWeek={setFirst}
            value={chosen}
            onChange={(slotTime) => {
              setChosen(slotTime);
              booking.reset();
            }}
          />
          <TakenNotice
            chosen={chosen}
            week={week}
            workerId={query.workerId}
            isOwnTry={isOwnTry}
            error={slotError?.message}
            onChange={(slotTime) => {
              setChosen(slotTime);
              booking.reset();
            }}
          />
          <RepetitionFields value={repetition} onChange={booking.setRepetition} first={chosen} />
          <OverrideReason {...override} />
        </div>
      </div>
      <DialogActions>
        <span className="muted small dialog-note">
          {balance !== undefined && costsText(environment, balance, repetition)}
        </span>
        {isAlreadyDone(booking.error) ? <CloseButton onPress={onClose} /> : (
          <>
            <CancelButton onPress={onClose} />
            <Button
              type="submit"
              kind="primary"
              disabledReason={chosen === null
                ? t("chooseTime")
                : balance === 0 && !isOwnTry && errors("service.noCredits")}
              isPending={booking.isPending}
            >
              {chosen === null ? t("chooseTime") : bookText(chosen, repetition)}
            </Button>
          </>
        )}
      </DialogActions>
    </Form>
  );
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function costsText(environment: Environment, balance: number, of: Repetition): string {
  const key = environment === "TEST" ? "costsTest" : "costs";
  const left = numberText(balance);
  return of.everyWeeks === 0 ? t(key, { left }) : series(key, { count: of.times, left });
}

function bookText(dateTime: string, { everyWeeks, times: count }: Repetition): string {
  const at = { day: dayText(dateTime), time: timeOf(dateTime) };
  return everyWeeks === 0 ? t("book", at) : series("book", { count, ...at });
}
