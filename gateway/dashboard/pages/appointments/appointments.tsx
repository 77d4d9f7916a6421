import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { loadAll } from "../../api/load_all.ts";
import { FreshDownload, PrintButton } from "../../ui/export_buttons.tsx";
import { columnsOf, dayOf } from "./columns.tsx";
import { useDepartments, useEnvironment } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { useMay, useTimeZone } from "../../api/session.tsx";
import { dateOf, nowIn } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { BookDialog } from "../../desk/book.tsx";
import { EmptyState, Loaded, Skeleton } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { useKeyActions } from "../../ui/keys/keyboard.ts";
import { Page } from "../../ui/page.tsx";
import { Pager, Table } from "../../ui/table.tsx";
import { useFilters } from "../../ui/hooks.ts";
import { AppointmentDrawer } from "./appointment_drawer.tsx";
import { Filters } from "./filters.tsx";
import { csvOf, hasFilters, queryOf } from "./query.ts";
import { SelectionBar } from "./selection_bar.tsx";
import { t } from "./texts.ts";
import { t as bulk } from "../../desk/bulk/texts.ts";

/** All appointments, past and future, with filters. */
export function Appointments() {
  const [environment] = useEnvironment();
  const filters = useFilters();
  const { id } = useParams<{ id?: string }>();
  const [, go] = useLocation();
  const [printed, setPrinted] = useState<Appointment[] | null>(null);
  const today = dateOf(nowIn(useTimeZone()));
  const query = queryOf(filters.get, { environment, today });
  const list = useRead("appointments.list", query, { keepsPrevious: true });
  const departments = useDepartments();
  const mayExport = useMay("exportAppointments");
  const maySelect = useMay("completeAppointment");
  const selection = useSelectedIds(JSON.stringify(query));
  const isByDay = query.sort.startsWith("dateTime");
  // In the address, so that the search over all pages can open the form.
  const mayBook = useMay("createAppointment");
  const isBooking = mayBook && filters.get("new") === "yes";
  const setIsBooking = (isOpen: boolean) => filters.set({ new: isOpen ? "yes" : "" });
  useKeyActions({ book: () => setIsBooking(true) });
  const openId = id ? Number(id) : undefined;
  const goTo = (path: string) => go(`${path}${location.search}`);
  return (
    <Page
      title={t("title")}
      hasEnvironments
      actions={
        <Button
          kind="primary"
          needs="createAppointment"
          icon="plus"
          shortcut="N"
          onPress={() => setIsBooking(true)}
        >
          {t("create")}
        </Button>
      }
    >
      <Filters filters={filters} departments={departments.data ?? []} today={today} />
      <Loaded read={list} skeleton={<Skeleton rows={12} />}>
        {(page) => (
          <>
            {page.items.length === 0
              ? <NoAppointments filters={filters} />
              : (
                <div className={list.isPlaceholderData ? "dimmed" : ""}>
                  <Table
                    label={t("title")}
                    columns={columnsOf({ isByDay })}
                    rows={printed ?? page.items}
                    {...(isByDay && { groupOf: dayOf })}
                    keyOf={(one) => one.id}
                    selection={maySelect
                      ? {
                        selected: selection.ids,
                        onChange: (ids) => selection.set(() => ids as ReadonlySet<number>),
                        labelOf: ({ name }) => bulk("select", { name }),
                        allLabel: bulk("selectAll"),
                      }
                      : undefined}
                    sort={query.sort}
                    onSort={(sort) => filters.set({ sort })}
                    onOpen={(one) => goTo(`/appointments/${one.id}`)}
                    isDimmed={({ status, archivedAt }) =>
                      status === "CANCELLED" || archivedAt !== undefined}
                  />
                </div>
              )}
            <SelectionBar
              selected={page.items.filter(({ id }) => selection.ids.has(id))}
              onChange={selection.set}
            />
            <div className="row">
              <Pager
                page={page}
                noun={t("noun")}
                onPage={(next) => filters.set({ page: String(next || "") })}
              />
              <span className="line gap-4 push export-buttons">
                {mayExport && <FreshDownload href={csvOf(query)}>{t("csv")}</FreshDownload>}
                <PrintButton
                  load={() => loadAll("appointments.list", query)}
                  onPrint={setPrinted}
                />
              </span>
            </div>
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
          onBooked={(created) => {
            const params = new URLSearchParams(location.search);
            params.delete("new");
            go(`/appointments/${created.id}?${params}`);
          }}
        />
      )}
    </Page>
  );
}

/** The selected appointments. Another page or another filter selects nothing. */
function useSelectedIds(query: string) {
  const none: ReadonlySet<number> = new Set();
  const [state, setState] = useState({ query, ids: none });
  const idsIn = (before: typeof state) => before.query === query ? before.ids : none;
  return {
    ids: idsIn(state),
    set: (change: (ids: ReadonlySet<number>) => ReadonlySet<number>) =>
      setState((before) => ({ query, ids: change(idsIn(before)) })),
  };
}

function NoAppointments({ filters: { get, set } }: { filters: ReturnType<typeof useFilters> }) {
  if (!hasFilters(get)) return <EmptyState title={t("none")} />;
  return (
    <EmptyState title={t("noMatch")}>
      <p>{t("noMatchHint")}</p>
      {get("search") !== "" && get("when") !== "any" && (
        <Button onPress={() => set({ when: "any", from: "", to: "", sort: "" })}>
          {t("searchAllDates")}
        </Button>
      )}
    </EmptyState>
  );
}
