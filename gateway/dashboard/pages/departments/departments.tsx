import { useState } from "react";
import { useLocation } from "wouter";
import { maxDepartments, useDepartments } from "../../api/departments.ts";
import type { Department } from "../../api/types.ts";
import { Badge, EmptyState, Loaded } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { CloseOffice } from "./close_office.tsx";
import { hoursText } from "./hours_text.ts";
import { NewDepartment } from "./new_department.tsx";
import "./departments.css";
import { t } from "./texts.ts";

/** The departments of the organization. */
export function Departments() {
  const read = useDepartments();
  const [isCreating, setIsCreating] = useState(false);
  const [isClosing, setIsClosing] = useState(false);
  const [, go] = useLocation();
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      hasTimes={false}
      actions={
        <div className="departments-actions">
          <Button onPress={() => setIsClosing(true)} isDisabled={!read.data?.length}>
            {t("close.open")}
          </Button>
          <Button kind="primary" icon="plus" onPress={() => setIsCreating(true)}>
            {t("new.title")}
          </Button>
        </div>
      }
    >
      <Loaded read={read}>
        {(departments) =>
          departments.length === 0
            ? (
              <EmptyState title={t("none")}>
                <p>{t("noneHelp")}</p>
              </EmptyState>
            )
            : (
              <>
                <Table
                  label={t("title")}
                  columns={columns}
                  rows={departments}
                  keyOf={({ id }) => id}
                  onOpen={({ id }) => go(`/departments/${id}`)}
                  isDimmed={({ isActive }) => !isActive}
                />
                {departments.length === maxDepartments && (
                  <p className="muted">
                    {t("first", { max: maxDepartments })}
                  </p>
                )}
              </>
            )}
      </Loaded>
      {isClosing && read.data && (
        <CloseOffice
          departments={read.data}
          onClose={() => setIsClosing(false)}
        />
      )}
      {isCreating && (
        <NewDepartment
          onClose={() => setIsCreating(false)}
          onCreated={(id) => go(`/departments/${id}`)}
        />
      )}
    </Page>
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
