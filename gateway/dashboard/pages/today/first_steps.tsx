import { Link } from "wouter";
import { useDepartments } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { useMay } from "../../api/session.tsx";
import { numberText } from "../../api/time.ts";
import type { Department } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { useCounter } from "../queue/use_counter.ts";
import { t } from "./first_steps_texts.ts";

type StepName =
  | "department"
  | "hours"
  | "staff"
  | "credits"
  | "team"
  | "counter"
  | "screens"
  | "key";

interface Step {
  name: StepName;
  isDone: boolean;
  path: string;
  isOptional?: boolean;
}

/** Guides a new organization to its first booking. Administrators see it until there is an appointment. */
export function FirstSteps({ onBook }: { onBook(): void }) {
  const isEnabled = useMay("createDepartment");
  const departments = useDepartments().data;
  const any = { environment: "LIVE", size: 1, includeArchived: true } as const;
  const booked = useRead("appointments.list", any, { isEnabled, staleMs: 60_000 }).data;
  if (!isEnabled || booked?.totalElements !== 0 || !departments) return null;
  return <Steps departments={departments} onBook={onBook} />;
}

function Steps({ departments, onBook }: {
  departments: readonly Department[];
  onBook(): void;
}) {
  const credits = useRead("credits.balance").data?.live;
  const steps = useSteps(departments, credits);
  const isDone = (name: StepName) => steps.find((step) => step.name === name)!.isDone;
  return (
    <section className="card apart first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{t("title")}</h2>
      <p className="muted">
        {t("lead")}{" "}
        {t("progress", { done: steps.filter((step) => step.isDone).length, all: steps.length })}
      </p>
      <ol className="list">
        {steps.map((step) => <StepItem key={step.name} step={step} credits={credits} />)}
        <li className="line first-step">
          <span className="step-mark" aria-hidden="true" />
          <span className="lines">
            <span>
              <Button
                disabledReason={!isDone("department")
                  ? t("departmentFirst")
                  : credits === 0 && t("creditsFirst")}
                onPress={onBook}
              >
                {t("booking")}
              </Button>
            </span>
            <span className="muted small">{t("reason.booking")}</span>
          </span>
        </li>
      </ol>
    </section>
  );
}

function StepItem({ step: { name, isDone, path, isOptional }, credits }: {
  step: Step;
  credits: number | undefined;
}) {
  return (
    <li className="line first-step">
      <span className={`step-mark ${isDone ? "tinted good" : ""}`} aria-hidden="true">
        {isDone && <Icon name="check" />}
      </span>
      <span className="lines">
        <span>
          <Link href={path}>{t(name)}</Link> {isDone
            ? <span className="unseen">({t("done")})</span>
            : isOptional && <span className="muted small">{t("optional")}</span>}
        </span>
        <span className="muted small">
          {name === "credits" && credits
            ? t("reason.hasCredits", { amount: numberText(credits) })
            : t(`reason.${name}`)}
        </span>
      </span>
    </li>
  );
}

/** Returns the steps in their order. What could not be read is not ticked. */
function useSteps(departments: readonly Department[], credits: number | undefined): Step[] {
  const [counter] = useCounter();
  const workers = useRead("workers.list", {}).data ?? [];
  const team = useRead("staff.list").data ?? [];
  const screens = useRead("screens.list").data ?? [];
  const keys = useRead("apiKeys.list").data ?? [];
  const [first] = departments;
  const settings = (tab: string) => first ? `/departments/${first.id}?tab=${tab}` : "/departments";
  return [
    { name: "department", isDone: first !== undefined, path: "/departments" },
    {
      name: "hours",
      isDone: departments.some((one) => one.openingHours !== null && one.isActive),
      path: settings("hours"),
    },
    {
      name: "staff",
      isDone: workers.length > 0,
      path: settings("workers"),
      isOptional: true,
    },
    { name: "credits", isDone: (credits ?? 0) > 0, path: "/credits" },
    { name: "team", isDone: team.length > 1, path: "/team", isOptional: true },
    {
      name: "counter",
      isDone: counter !== null,
      path: "/queue",
      isOptional: true,
    },
    {
      name: "screens",
      isDone: screens.some((one) => !one.isRevoked),
      path: "/screens",
      isOptional: true,
    },
    {
      name: "key",
      isDone: keys.some((one) => one.isActive),
      path: "/api-keys",
      isOptional: true,
    },
  ];
}
