import { useState } from "react";
import { useLocation } from "wouter";
import { maxDepartments, useDepartments } from "../../api/departments.ts";
import type { Department } from "../../api/types.ts";
import { Badge } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { ResourcePage } from "../../ui/resource_page.tsx";
import type { Column } from "../../ui/table.tsx";
import { CloseOffice } from "./close_office.tsx";
import { Holidays } from "./holidays.tsx";
import { hoursText } from "./hours_text.ts";
import { NewDepartment } from "./new_department.tsx";
import "./departments.css";
import { t } from "./texts.ts";

/** The departments of the organization. */
export function Departments() {
  const read = useDepartments();
  const [isClosing, setIsClosing] = useState(false);
  const [isOnHolidays, setIsOnHolidays] = useState(false);
  const isEmpty = !read.data?.length;
  const [, go] = useLocation();
  return (
    <ResourcePage
      title={t("title")}
      lead={t("lead")}
      hasTimes={false}
      read={read}
      columns={columns}
      onOpen={({ id }) => go(`/departments/${id}`)}
      isDimmed={({ isActive }) => !isActive}
      empty={{ title: t("none"), help: t("noneHelp") }}
      actions={
        <>
          <Button onPress={() => setIsOnHolidays(true)} disabledReason={isEmpty && t("none")}>
            {t("holidays.open")}
          </Button>
          <Button onPress={() => setIsClosing(true)} disabledReason={isEmpty && t("none")}>
            {t("close.open")}
          </Button>
        </>
      }
      create={{
        label: t("new.title"),
        form: ({ onClose }) => (
          <NewDepartment
            onClose={onClose}
            onCreated={(id) => go(`/departments/${id}`)}
          />
        ),
      }}
    >
      {read.data?.length === maxDepartments && (
        <p className="muted">{t("first", { max: maxDepartments })}</p>
      )}
      {isOnHolidays && <Holidays onClose={() => setIsOnHolidays(false)} />}
      {isClosing && read.data && (
        <CloseOffice
          departments={read.data}
          onClose={() => setIsClosing(false)}
        />
      )}
    </ResourcePage>
  );
}

const columns: readonly Column<Department>[] = [
  { label: t("field.name"), cell: ({ name }) => name },
  {
    label: t("tab.slots"),
    isMinor: true,
    cell: (one) => t("slotsText", { minutes: one.slotInterval, count: one.slotCapacity }),
  },
  { label: t("tab.hours"), isMinor: true, cell: ({ openingHours }) => hoursText(openingHours) },
  {
    label: t("status"),
    cell: ({ isActive }) =>
      isActive ? <Badge tone="good">{t("isBookable")}</Badge> : <Badge>{t("notBookable")}</Badge>,
  },
];
