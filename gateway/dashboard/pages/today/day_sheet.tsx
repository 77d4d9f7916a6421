import { useEffect, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { useSession } from "../../api/session.tsx";
import { dateText, longDayText, timeOf } from "../../api/time.ts";
import type { Appointment, DeskDepartment } from "../../api/types.ts";
import { statusName } from "../../ui/states.tsx";
import { closedText } from "./closed_text.ts";
import { t } from "./texts.ts";

interface SheetProps {
  date: string;
  now: string;
  departments: readonly DeskDepartment[];
  appointments: readonly Appointment[];
}

/** The day on paper: every appointment, one page or more for each department. It exists only while the page is printed. */
export function DaySheet(props: SheetProps) {
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  return createPortal(
    <div className="day-sheet">
      {props.departments.map((department) => (
        <DepartmentSheet key={department.id} department={department} {...props} />
      ))}
    </div>,
    document.body,
  );
}

function DepartmentSheet(
  { department, date, now, appointments }: SheetProps & { department: DeskDepartment },
) {
  const { organization } = useSession();
  const rows = appointments.filter(({ departmentId }) => departmentId === department.id);
  return (
    <section className="sheet">
      <header>
        <h1>
          <bdi>{department.name}</bdi>
        </h1>
        <p>
          {longDayText(date)} · <bdi>{organization.name}</bdi>
        </p>
        {department.closure !== null && (
          <p>
            <strong>{closedText(department.closure)}</strong>
          </p>
        )}
        <p className="small">
          {t("sheet.facts", { count: rows.length, day: dateText(now), time: timeOf(now) })}
        </p>
      </header>
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              {(["time", "name", "phone", "reference", "worker", "status", "note"] as const)
                .map((column) => <th key={column} scope="col">{t(`sheet.${column}`)}</th>)}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, dateTime, name, phone, externalUserId, workerName, status }) => (
              <tr key={id} className={status.toLowerCase()}>
                <td>{timeOf(dateTime)}</td>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td>{phone}</td>
                <td>{externalUserId}</td>
                <td>
                  <bdi>{workerName}</bdi>
                </td>
                <td>{status === "SCHEDULED" ? "☐" : statusName(status)}</td>
                <td className="sheet-note" />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Returns whether the browser prints the page now. The rows are there before it takes the picture. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
