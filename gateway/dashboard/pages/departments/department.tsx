import { useState } from "react";
import { Link, useParams } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { useFilters } from "../../ui/hooks.ts";
import { Badge, Loaded } from "../../ui/states.tsx";
import { Page } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Closures } from "./closures.tsx";
import { GridPreview } from "./grid_preview.tsx";
import { Hours } from "./hours.tsx";
import { MakeBookable } from "./make_bookable.tsx";
import { QueueRules } from "./queue_rules.tsx";
import { SlotSettings } from "./slot_settings.tsx";
import { General } from "./general.tsx";
import { Workers } from "./workers.tsx";
import "./departments.css";
import { t } from "./texts.ts";

// What people change most comes first.
const tabs = [
  { id: "hours", Content: Hours },
  { id: "closures", Content: Closures },
  { id: "slots", Content: SlotSettings },
  { id: "workers", Content: Workers },
  { id: "queue", Content: QueueRules },
  { id: "general", Content: General },
  { id: "preview", Content: GridPreview },
] as const;

/** The settings of one department. Each tab is saved by itself, and is in the address. */
export function Department() {
  const { id } = useParams<{ id: string }>();
  const read = useRead("departments.byId", { id: Number(id) });
  const filters = useFilters();
  const [resets, setResets] = useState(0);
  const department = read.data;
  const selected = tabs.find((tab) => tab.id === filters.get("tab"))?.id ?? tabs[0].id;
  return (
    <Page
      title={department?.name ?? t("department")}
      lead={<Link href="/departments">{t("all")}</Link>}
      actions={department && !department.isActive && <Badge tone="warn">{t("notBookable")}</Badge>}
    >
      <Loaded read={read}>
        {(department) => (
          <>
            {!department.isActive && <MakeBookable department={department} />}
            <Tabs
              label={t("settings")}
              selected={selected}
              onSelect={(tab) => filters.set({ tab })}
              tabs={tabs.map(({ id, Content }) => ({
                id,
                label: t(`tab.${id}`),
                content: (
                  // The key is not the version, so that a refetch does not undo what the user is typing.
                  <Content
                    key={`${department.id} ${resets}`}
                    department={department}
                    onReset={() => setResets(resets + 1)}
                  />
                ),
              }))}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}
