import { lazy, Suspense } from "react";
import type { Appointment, Department, Environment } from "../../api/types.ts";
import { CancelDialog } from "../../desk/cancel.tsx";
import { CheckInDialog } from "../../desk/check_in.tsx";
import { KeysDialog } from "./keys_dialog.tsx";

/** What is being asked over the page. */
export type Question =
  | { kind: "keys" }
  | { kind: "check-in"; code: string }
  | { kind: "book"; departmentId?: number; slotTime?: string }
  | { kind: "cancel" | "reschedule"; appointment: Appointment };

const BookDialog = lazy(async () => ({
  default: (await import("../../desk/book.tsx")).BookDialog,
}));
const RescheduleDialog = lazy(async () => ({
  default: (await import("../../desk/reschedule.tsx")).RescheduleDialog,
}));

/** The dialog of the question that is being asked, if any. */
export function Questions({ question, onClose, departments, environment, date }: {
  question: Question | null;
  onClose(): void;
  departments: readonly Department[];
  environment: Environment;
  date: string;
}) {
  if (!question) return null;
  switch (question.kind) {
    case "keys":
      return <KeysDialog onClose={onClose} />;
    case "check-in":
      return <CheckInDialog key={question.code} qrCode={question.code} onClose={onClose} />;
    case "cancel":
      return <CancelDialog appointment={question.appointment} onClose={onClose} />;
    case "reschedule":
      return (
        <Suspense>
          <RescheduleDialog appointment={question.appointment} onClose={onClose} />
        </Suspense>
      );
    case "book":
      return (
        <Suspense>
          <BookDialog
            departments={departments}
            environment={environment}
            departmentId={question.departmentId}
            slotTime={question.slotTime}
            around={date}
            onClose={onClose}
          />
        </Suspense>
      );
  }
}
