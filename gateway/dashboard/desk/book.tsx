import { useState } from "react";
import { useRead, useWrite } from "../api/hooks.ts";
import { dayText, numberText, timeOf } from "../api/time.ts";
import type { Appointment, Department, Environment } from "../api/types.ts";
import { serviceErrorOf } from "../api/errors.ts";
import { Button } from "../ui/button.tsx";
import { CancelButton, Dialog, DialogActions } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Select } from "../ui/select.tsx";
import { toast } from "../ui/toast.tsx";
import { affectedQueries } from "./actions.ts";
import { WeekSlots } from "./week_slots.tsx";

interface BookDialogProps {
  departments: readonly Department[];
  environment: Environment;
  /** The slot that was selected on the page, if any. */
  departmentId?: number | undefined;
  slotTime?: string | undefined;
  /** The first day of the week of slots. */
  startDate: string;
  onClose(): void;
  onBooked?(appointment: { id: number; dateTime: string; name: string }): void;
}

const fields = ["name", "phone", "externalUserId", "workerId"];

/** Books an appointment: the person, the department, and a free slot of the week. */
export function BookDialog(props: BookDialogProps) {
  const { departments, environment, startDate, onClose, onBooked } = props;
  const open = departments.filter(({ isActive }) => isActive);
  const [departmentId, setDepartmentId] = useState(props.departmentId ?? open[0]?.id ?? 0);
  const [slotTime, setSlotTime] = useState(props.slotTime ?? null);
  const [person, setPerson] = useState({ name: "", phone: "", externalUserId: "" });
  const [workerId, setWorkerId] = useState("");
  const { data: workers = [] } = useRead("workers.list", { departmentId });
  const book = useWrite("appointments.create", {
    changes: [...affectedQueries, "credits.balance"],
  });
  const { data: balances } = useRead("credits.balance");
  const balance = balances && (environment === "TEST" ? balances.test : balances.live);
  const needsWorker = open.find(({ id }) => id === departmentId)?.showAdminsInBooking === true;
  const selectableWorkers = workers.filter(({ isActive }) => isActive);
  const slotError = serviceErrorOf(book.error).details.find(({ field }) => field === "dateTime");

  function submit(): void {
    if (slotTime === null) return;
    const input = {
      departmentId,
      dateTime: slotTime,
      environment,
      name: person.name,
      ...(person.phone && { phone: person.phone }),
      ...(person.externalUserId && { externalUserId: person.externalUserId }),
      ...(workerId && { workerId: Number(workerId) }),
    };
    book.mutate(input, {
      onSuccess(created: Pick<Appointment, "id" | "dateTime" | "name">) {
        toast(
          `${created.name} is booked for ${dayText(created.dateTime)}, ${timeOf(created.dateTime)}`,
        );
        onClose();
        onBooked?.(created);
      },
    });
  }

  return (
    <Dialog title="New appointment" shape="wide" onClose={onClose}>
      <Form error={book.error} fields={fields} onSubmit={submit} className="dialog-form">
        <div className="dialog-body book">
          <div className="book-who">
            <TextField
              label="Name"
              name="name"
              autoFocus
              isRequired
              maxLength={255}
              value={person.name}
              onChange={(name) => setPerson({ ...person, name })}
            />
            <TextField
              label="Phone"
              name="phone"
              type="tel"
              maxLength={50}
              value={person.phone}
              onChange={(phone) => setPerson({ ...person, phone })}
            />
            <Select
              label="Department"
              name="departmentId"
              options={open.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(departmentId)}
              onChange={(id) => {
                setDepartmentId(Number(id));
                setWorkerId("");
                setSlotTime(null);
              }}
            />
            {(needsWorker || selectableWorkers.length > 0) && (
              <Select
                label={needsWorker ? "Worker" : "Worker (optional)"}
                name="workerId"
                isRequired={needsWorker}
                options={[
                  ...(needsWorker ? [] : [{ value: "", label: "Any worker" }]),
                  ...selectableWorkers.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                value={workerId || (needsWorker ? null : "")}
                onChange={setWorkerId}
              />
            )}
            <TextField
              label="Your reference (optional)"
              name="externalUserId"
              maxLength={255}
              value={person.externalUserId}
              onChange={(externalUserId) => setPerson({ ...person, externalUserId })}
            />
          </div>
          <div className="book-when">
            <WeekSlots
              key={departmentId}
              departmentId={departmentId}
              environment={environment}
              workerId={workerId ? Number(workerId) : undefined}
              value={slotTime}
              onChange={setSlotTime}
              startDate={slotTime ?? startDate}
            />
            {slotError && <p className="fault" role="alert">{slotError.message}</p>}
          </div>
        </div>
        <DialogActions>
          <span className="muted small dialog-note">
            Costs 1 {environment === "TEST" && "test "}credit
            {balance !== undefined && `, ${numberText(balance)} left`}
          </span>
          <CancelButton onPress={onClose} />
          <Button
            type="submit"
            kind="primary"
            isDisabled={slotTime === null}
            isPending={book.isPending}
          >
            {slotTime === null ? "Choose a time" : `Book ${dayText(slotTime)}, ${timeOf(slotTime)}`}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
