import { useState } from "react";
import { Link } from "wouter";
import { useRead, useWrite } from "../../api/hooks.ts";
import { dateText } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { EnvironmentBadge, Loaded, Skeleton } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.tsx";
import { t } from "./texts.ts";

type Hold = Output<"retention.legalHolds">[number];

/** The people whose data must stay. They are added on the page of a person's visits. */
export function LegalHolds() {
  const read = useRead("retention.legalHolds");
  const [lifted, setLifted] = useState<Hold | null>(null);
  const lift = useWrite("retention.liftLegalHold", { changes: ["retention.legalHolds"] });
  return (
    <section className="card">
      <h2>{t("holds.title")}</h2>
      <p className="muted">{t("holds.help")}</p>
      <Loaded read={read} skeleton={<Skeleton rows={2} />}>
        {(holds) =>
          holds.length === 0 ? <p>{t("holds.none")}</p> : (
            <Table
              label={t("holds.title")}
              columns={columnsOf(setLifted)}
              rows={holds}
              keyOf={({ id }) => id}
            />
          )}
      </Loaded>
      {lifted && (
        <Confirm
          title={t("holds.liftTitle", { name: lifted.name })}
          action={t("holds.lift")}
          write={lift}
          input={{ id: lifted.id }}
          onClose={() => setLifted(null)}
          onDone={() => toast(t("holds.lifted"))}
        >
          <p>{t("holds.liftHelp")}</p>
        </Confirm>
      )}
    </section>
  );
}

function columnsOf(lift: (hold: Hold) => void): readonly Column<Hold>[] {
  return [
    {
      label: t("holds.person"),
      cell: ({ name, environment, appointmentId }) => (
        <>
          <Link
            href={`/people/${appointmentId}${environment === "TEST" ? "?environment=TEST" : ""}`}
          >
            <bdi>{name}</bdi>
          </Link>{" "}
          {environment === "TEST" && <EnvironmentBadge environment={environment} />}
        </>
      ),
    },
    { label: t("holds.reason"), cell: ({ reason }) => <bdi>{reason}</bdi> },
    { label: t("holds.by"), isMinor: true, cell: ({ placedBy }) => <bdi>{placedBy}</bdi> },
    {
      label: t("holds.since"),
      isTight: true,
      isMinor: true,
      cell: ({ createdAt }) => dateText(createdAt),
    },
    {
      label: t("holds.actions"),
      hidesLabel: true,
      align: "end",
      cell: (hold) => (
        <Button
          kind="quiet"
          needs="liftLegalHold"
          aria-label={t("holds.liftOf", { name: hold.name })}
          onPress={() => lift(hold)}
        >
          {t("holds.lift")}
        </Button>
      ),
    },
  ];
}
