import { useWrite } from "../../api/hooks.ts";
import type { Department } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { hoursText } from "./hours_text.ts";
import { shownSettings } from "./use_settings.ts";
import { t } from "./texts.ts";

/** Leads through the settings of a department before anybody can book in it. */
export function MakeBookable({ department }: { department: Department }) {
  const { id, version, slotInterval, slotCapacity, openingHours } = department;
  const update = useWrite("departments.update", { changes: shownSettings });
  return (
    <section className="card row between apart" aria-label={t("bookable.title")}>
      <div>
        <h2>{t("bookable.title")}</h2>
        <p>{t("bookable.lead")}</p>
        <ul className="muted bullets">
          <li>{t("bookable.hours", { hours: hoursText(openingHours) })}</li>
          <li>{t("slotsText", { minutes: slotInterval, count: slotCapacity })}</li>
        </ul>
      </div>
      <Button
        kind="primary"
        isPending={update.isPending}
        onPress={() =>
          update.mutate({ id, version, isActive: true }, {
            onSuccess: () => toast(t("bookable.done")),
            onError: toastError,
          })}
      >
        {t("bookable.action")}
      </Button>
    </section>
  );
}
