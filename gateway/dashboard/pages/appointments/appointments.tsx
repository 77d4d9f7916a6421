import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { useDepartments, useEnvironment } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { dateOf, nowIn } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { BookDialog } from "../../desk/book.tsx";
import { EmptyState, Loaded, Skeleton, StatusBadge } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { useKeyActions } from "../../ui/keys/keyboard.ts";
import { Page } from "../../ui/page.tsx";
import { type Column, Pager, Table, Timestamp } from "../../ui/table.tsx";
import { useFilters } from "../../ui/hooks.ts";
import { AppointmentDrawer } from "./appointment_drawer.tsx";
import { Filters } from "./filters.tsx";
import { hasFilters, queryOf } from "./query.ts";

/** All appointments, past and future, with filters. */
export function Appointments() {
  const [environment] = useEnvironment();
  const filters = useFilters();
  const { id } = useParams<{ id?: string }>();
  const [, go] = useLocation();
  const [isBooking, setIsBooking] = useState(false);
  const today = dateOf(nowIn(useTimeZone()));
  const query = queryOf(filters.get, { environment, today });
  const list = useRead("appointments.list", query, { keepsPrevious: true });
  const departments = useDepartments();
  useKeyActions({ book: () => setIsBooking(true) });
  const openId = id ? Number(id) : undefined;
  const goTo = (path: string) => go(`${path}${location.search}`);
  return (
    <Page
      title="Appointments"
      hasEnvironments
      actions={
        <Button kind="primary" icon="plus" shortcut="N" onPress={() => setIsBooking(true)}>
          New
        </Button>
      }
    >
      <Filters filters={filters} departments={departments.data ?? []} />
      <Loaded read={list} skeleton={<Skeleton rows={12} />}>
        {(page) => (
          <>
            {page.items.length === 0
              ? <NoAppointments hasFilters={hasFilters(filters.get)} />
              : (
                <div className={list.isPlaceholderData ? "dimmed" : ""}>
                  <Table
                    label="Appointments"
                    columns={columns}
                    rows={page.items}
                    keyOf={(one) => one.id}
                    sort={query.sort}
                    onSort={(sort) => filters.set({ sort })}
                    onOpen={(one) => goTo(`/appointments/${one.id}`)}
                    isDimmed={({ status, archivedAt }) =>
                      status === "CANCELLED" || archivedAt !== undefined}
                  />
                </div>
              )}
            <Pager
              page={page}
              noun="appointments"
              onPage={(next) => filters.set({ page: String(next || "") })}
            />
          </>
        )}
      </Loaded>
      {openId !== undefined && (
        <AppointmentDrawer
          id={openId}
          onClose={() => goTo("/appointments")}
        />
      )}
      {isBooking && (
        <BookDialog
          departments={departments.data ?? []}
          environment={environment}
          startDate={today}
          onClose={() => setIsBooking(false)}
          onBooked={(created) => goTo(`/appointments/${created.id}`)}
        />
      )}
    </Page>
  );
}

const columns: readonly Column<Appointment>[] = [
  { label: "Name", sort: "name", cell: ({ name }) => name },
  {
    label: "When",
    sort: "dateTime",
    cell: ({ dateTime }) => <Timestamp at={dateTime} />,
  },
  {
    label: "Department",
    isMinor: true,
    cell: ({ departmentName, workerName }) => (
      <>
        {departmentName}
        {workerName && <span className="muted">{` · ${workerName}`}</span>}
      </>
    ),
  },
  {
    label: "Phone",
    isMinor: true,
    isTight: true,
    cell: ({ phone }) => <span className="muted">{phone}</span>,
  },
  {
    label: "Status",
    sort: "status",
    cell: ({ status, archivedAt }) => (
      <StatusBadge status={status} isArchived={archivedAt !== undefined} />
    ),
  },
];

function NoAppointments({ hasFilters }: { hasFilters: boolean }) {
  if (!hasFilters) return <EmptyState title="No appointments yet" />;
  return (
    <EmptyState title="No appointments match">
      <p>Remove a filter, or search for a shorter part of the name.</p>
    </EmptyState>
  );
}
