import { Link } from "wouter";
import { useDepartments } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { useHasRole } from "../../api/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { t } from "./first_steps_texts.ts";

/** Guides a new organization to its first booking. Administrators see it until there is an appointment. */
export function FirstSteps({ onBook }: { onBook(): void }) {
  const isEnabled = useHasRole("ADMIN");
  const departments = useDepartments().data;
  const any = { environment: "LIVE", size: 1, includeArchived: true } as const;
  const booked = useRead("appointments.list", any, { isEnabled, staleMs: 60_000 }).data;
  const isNew = isEnabled && booked?.totalElements === 0;
  const keys = useRead("apiKeys.list", undefined, { isEnabled: isNew }).data;
  if (!isNew || !departments || !keys) return null;
  const [first] = departments;
  const steps = [
    { name: "department", isDone: first !== undefined, path: "/departments" },
    {
      name: "hours",
      isDone: departments.some(({ openingHours }) => openingHours !== null),
      path: first ? `/departments/${first.id}` : "/departments",
    },
    { name: "key", isDone: keys.length > 0, path: "/api-keys" },
  ] as const;
  return (
    <section className="card apart" aria-labelledby="first-steps">
      <h2 id="first-steps">{t("title")}</h2>
      <ol className="list">
        {steps.map(({ name, isDone, path }) => (
          <li key={name}>
            {isDone
              ? (
                <>
                  <Icon name="check" /> {t(name)} <span className="unseen">({t("done")})</span>
                </>
              )
              : <Link href={path}>{t(name)}</Link>}
          </li>
        ))}
        <li>
          <Button disabledReason={first === undefined && t("departmentFirst")} onPress={onBook}>
            {t("booking")}
          </Button>
        </li>
      </ol>
    </section>
  );
}
