import { useTimeZone } from "../../api/session.tsx";
import { dateOf, dayText, nowIn, timeOf } from "../../api/time.ts";
import { Table } from "../../ui/table.tsx";
import { whenText } from "../worker_choice.tsx";
import type { CoverPlan } from "./use_cover.ts";
import { t } from "./texts.ts";

type Move = CoverPlan["moves"][number];

/** The appointments that go to colleagues, from where and to where. */
export function MovedTable({ moves }: { moves: readonly Move[] }) {
  const now = nowIn(useTimeZone());
  if (moves.length === 0) return null;
  return (
    <Table
      label={t("moves")}
      rows={moves}
      keyOf={({ appointment }) => appointment.id}
      columns={[
        {
          label: t("was"),
          cell: ({ appointment }) => whenText(appointment.dateTime, now),
          isTight: true,
        },
        { label: t("name"), cell: ({ appointment }) => appointment.name },
        { label: t("now"), cell: newPlaceOf },
      ]}
    />
  );
}

function newPlaceOf({ appointment, to }: Move) {
  const { dateTime, workerName: worker } = to;
  if (dateTime === appointment.dateTime) return t("sameTime", { worker });
  const isSameDay = dateOf(dateTime) === dateOf(appointment.dateTime);
  const time = isSameDay ? timeOf(dateTime) : `${dayText(dateTime)}, ${timeOf(dateTime)}`;
  return <strong>{t("otherTime", { time, worker })}</strong>;
}

/** The appointments for which nobody is free. */
export function UnplacedTable({ appointments }: { appointments: CoverPlan["unplaced"] }) {
  const now = nowIn(useTimeZone());
  if (appointments.length === 0) return null;
  return (
    <section className="stack notice bad tinted">
      <p>{t("unplacedHelp")}</p>
      <Table
        label={t("unplaced")}
        rows={appointments}
        keyOf={({ id }) => id}
        columns={[
          { label: t("was"), cell: ({ dateTime }) => whenText(dateTime, now), isTight: true },
          {
            label: t("name"),
            cell: ({ id, name, environment }) => (
              <a href={`/appointments/${id}?environment=${environment}`}>
                <bdi>{name}</bdi>
              </a>
            ),
          },
          {
            label: t("phone"),
            cell: ({ phone }) => phone && <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>,
          },
        ]}
      />
    </section>
  );
}
