import { longDayText, timeOf } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { StatusBadge } from "../../ui/states.tsx";
import { type Column, Timestamp } from "../../ui/table.tsx";
import { t } from "./texts.ts";

/** The columns of a list of appointments. In groups of days, the time alone is enough. */
export function columnsOf({ isByDay }: { isByDay: boolean }): readonly Column<Appointment>[] {
  return [
    { label: t("columns.name"), sort: "name", cell: ({ name }) => name },
    {
      label: t("columns.time"),
      sort: "dateTime",
      isTight: true,
      cell: ({ dateTime }) =>
        isByDay ? <strong>{timeOf(dateTime)}</strong> : <Timestamp at={dateTime} />,
    },
    {
      label: t("columns.department"),
      isMinor: true,
      cell: ({ departmentName, workerName }) => (
        <>
          <bdi>{departmentName}</bdi>
          {workerName && (
            <span className="muted">
              {" · "}
              <bdi>{workerName}</bdi>
            </span>
          )}
        </>
      ),
    },
    {
      label: t("columns.contact"),
      isMinor: true,
      cell: ({ phone, email, externalUserId = "" }) => (
        <span className="muted">
          {[phone, email, externalUserId].filter((one) => one).join(" · ")}
        </span>
      ),
    },
    {
      label: t("columns.bookedOn"),
      sort: "createdAt",
      isMinor: true,
      isTight: true,
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    {
      label: t("columns.status"),
      sort: "status",
      cell: ({ status, archivedAt }) => (
        <StatusBadge status={status} isArchived={archivedAt !== undefined} />
      ),
    },
  ];
}

/** The day of an appointment, as the heading of a group. */
export function dayOf({ dateTime }: Appointment): string {
  return longDayText(dateTime);
}
