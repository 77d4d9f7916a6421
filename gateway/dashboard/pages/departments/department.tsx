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

/** Everything that is set of one department. Each part is saved by itself. */
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
          // What is open is kept by its id alone, so that a poll does not undo what is being typed.
          const part = { department, key: department.id };
          return (
            <Tabs
              label="Parts of the department"
              tabs={[
                { id: "general", label: "General", content: <General {...part} /> },
                { id: "slots", label: "Slots", content: <SlotSettings {...part} /> },
                { id: "hours", label: "Hours", content: <Hours {...part} /> },
                { id: "closures", label: "Closures", content: <Closures {...part} /> },
                { id: "workers", label: "Workers", content: <Workers {...part} /> },
                { id: "preview", label: "Preview", content: <GridPreview {...part} /> },
              ]}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}
