import { useState } from "react";
import { Link } from "wouter";
import { useMay } from "../api/session.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { type BookDialogProps, BookForm } from "./book_form.tsx";
import { Booked } from "./booked.tsx";
import type { BookedFirst } from "./series.tsx";
import { t } from "./booking_texts.ts";

/** Books an appointment. Then it shows the ticket, so that the person can be checked in or take it along. */
export function BookDialog({ departments, onBooked, ...props }: BookDialogProps) {
  const [hasForm, setHasForm] = useState(false);
  if (!hasForm && departments.some(({ isActive }) => isActive)) setHasForm(true);
  const [booked, setBooked] = useState<BookedFirst | null>(null);
  // A new form for each further appointment.
  const [count, setCount] = useState(0);
  if (!hasForm) return <NoDepartment onClose={props.onClose} />;
  return (
    <Dialog title={booked ? t("bookedTitle") : t("title")} shape="wide" onClose={props.onClose}>
      {booked
        ? (
          <Booked
            {...booked}
            onClose={props.onClose}
            onAnother={() => {
              setBooked(null);
              setCount(count + 1);
            }}
          />
        )
        : (
          <BookForm
            key={count}
            {...props}
            {...(count > 0 && { slotTime: undefined })}
            departments={departments}
            onBooked={(booked) => {
              setBooked(booked);
              onBooked?.(booked.appointment);
            }}
          />
        )}
    </Dialog>
  );
}

/** What is shown in an organization in which nothing can be booked yet. */
function NoDepartment({ onClose }: { onClose(): void }) {
  const mayCreate = useMay("createDepartment");
  return (
    <Dialog title={t("title")} onClose={onClose}>
      <div className="dialog-body">
        <p>{t("noDepartment")}</p>
        <p className="muted">{mayCreate ? t("noDepartmentAdmin") : t("noDepartmentStaff")}</p>
      </div>
      <DialogActions>
        <Button onPress={onClose}>{t("close")}</Button>
        {mayCreate && (
          <Link className="button primary" href="/departments">{t("toDepartments")}</Link>
        )}
      </DialogActions>
    </Dialog>
  );
}
