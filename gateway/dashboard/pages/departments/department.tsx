import { Link, useParams } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { Badge, Loaded } from "../../ui/states.tsx";
import { Page } from "../../ui/page.tsx";
import { Tabs } from "../../ui/segments.tsx";
import { Closures } from "./closures.tsx";
import { GridPreview } from "./grid_preview.tsx";
import { Hours } from "./hours.tsx";
import { SlotSettings } from "./slot_settings.tsx";
import { General } from "./general.tsx";
import { Workers } from "./workers.tsx";
import "./departments.css";

/** The settings of one department. Each tab is saved by itself. */
export function Department() {
  const { id } = useParams<{ id: string }>();
  const read = useRead("departments.byId", { id: Number(id) });
  const department = read.data;
  return (
    <Page
      title={department?.name ?? "Department"}
      lead={<Link href="/departments">All departments</Link>}
      actions={department && !department.isActive && <Badge tone="warn">Not bookable</Badge>}
    >
      <Loaded read={read}>
        {(department) => {
          // The key is the id, so that a refetch does not undo what the user is typing.
          const tab = { department, key: department.id };
          return (
            <Tabs
              label="Department settings"
              tabs={[
                { id: "general", label: "General", content: <General {...tab} /> },
                { id: "slots", label: "Slots", content: <SlotSettings {...tab} /> },
                { id: "hours", label: "Hours", content: <Hours {...tab} /> },
                { id: "closures", label: "Closures", content: <Closures {...tab} /> },
                { id: "workers", label: "Workers", content: <Workers {...tab} /> },
                { id: "preview", label: "Preview", content: <GridPreview {...tab} /> },
              ]}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}
