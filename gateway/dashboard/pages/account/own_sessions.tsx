import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import type { OwnSession } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Badge, Loaded } from "../../ui/states.tsx";
import { type Column, Table, Timestamp } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.tsx";
import { deviceText } from "./device_text.ts";
import { t } from "./texts.ts";

const changes = ["session.list"] as const;

/** The places where the user is signed in, with buttons that sign them out there. */
export function OwnSessions() {
  const read = useRead("session.list");
  const end = useWrite("session.end", { changes });
  const endOthers = useWrite("session.endOthers", { changes });
  const [ended, setEnded] = useState<OwnSession | "others" | null>(null);
  const close = () => setEnded(null);
  const onDone = () => toast(t("ended"));
  return (
    <section className="list" aria-labelledby="own-sessions">
      <h2 id="own-sessions">{t("sessions")}</h2>
      <p className="muted">{t("sessionsHelp")}</p>
      <Loaded read={read}>
        {(rows) => (
          <>
            <Table
              label={t("sessions")}
              rows={rows}
              keyOf={({ id }) => id}
              columns={columnsOf(setEnded)}
            />
            {rows.length > 1 && (
              <div>
                <Button onPress={() => setEnded("others")}>{t("endOthers")}</Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {ended === "others" && (
        <Confirm
          title={t("endOthersTitle")}
          action={t("endOthersAction")}
          write={endOthers}
          input={undefined}
          onClose={close}
          onDone={onDone}
        >
          <p>{t("endText")}</p>
        </Confirm>
      )}
      {ended !== null && ended !== "others" && (
        <Confirm
          title={t("endTitle", { device: deviceText(ended.device) })}
          action={t("endAction")}
          write={end}
          input={{ id: ended.id }}
          onClose={close}
          onDone={onDone}
        >
          <p>{t("endText")}</p>
        </Confirm>
      )}
    </section>
  );
}

function columnsOf(end: (session: OwnSession) => void): readonly Column<OwnSession>[] {
  return [
    {
      label: t("device"),
      cell: ({ device, ipAddress }) => (
        <>
          <strong>
            <bdi>{deviceText(device)}</bdi>
          </strong>
          <br />
          <span className="muted small anywhere">{ipAddress}</span>
        </>
      ),
    },
    {
      label: t("signedIn"),
      isMinor: true,
      isTight: true,
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    {
      label: t("lastUse"),
      isTight: true,
      cell: ({ lastActiveAt }) => <Timestamp at={lastActiveAt} />,
    },
    {
      label: t("actions"),
      hidesLabel: true,
      align: "end",
      cell: (session) =>
        session.isCurrent ? <Badge tone="good">{t("thisOne")}</Badge> : (
          <Button
            kind="quiet"
            aria-label={t("endOf", { device: deviceText(session.device) })}
            onPress={() => end(session)}
          >
            {t("end")}
          </Button>
        ),
    },
  ];
}
