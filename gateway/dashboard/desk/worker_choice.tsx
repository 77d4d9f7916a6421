import { useTimeZone } from "../api/session.tsx";
import { dateOf, dayText, timeOf, useNow } from "../api/time.ts";
import type { Worker } from "../api/types.ts";
import { Select } from "../ui/select.tsx";
import { firstFree, type WeekDay, type WeekSlot } from "./week.ts";
import { t } from "./booking_texts.ts";

/** The choice of a worker. Who is busy or absent in the chosen slot cannot be chosen; the next free time is shown. */
export function WorkerChoice({ workers, value, onChange, slot, days }: {
  workers: readonly Worker[];
  /** Undefined: anyone who is available. */
  value: number | undefined;
  onChange(workerId: number | undefined): void;
  slot: WeekSlot | undefined;
  days: readonly WeekDay[];
}) {
  const now = useNow(useTimeZone());
  return (
    <Select
      label={t("worker")}
      name="workerId"
      value={value === undefined ? "" : String(value)}
      onChange={(id) => onChange(id === "" ? undefined : Number(id))}
      options={[
        { value: "", label: t("anyone") },
        ...workers.map(({ id, name }) => {
          const isBusy = slot !== undefined && !slot.freeWorkerIds.includes(id);
          const next = isBusy && firstFree(days, { from: slot?.endTime ?? now, workerId: id });
          return {
            value: String(id),
            label: next
              ? t("busyUntil", { name, when: whenText(next.slotTime, now) })
              : isBusy
              ? t("busyLong", { name })
              : name,
            isDisabled: isBusy && id !== value,
          };
        }),
      ]}
    />
  );
}

/** `11:40` today, `Tue 24 Nov, 11:40` on another day. */
export function whenText(slotTime: string, now: string): string {
  const time = timeOf(slotTime);
  return dateOf(slotTime) === dateOf(now) ? time : `${dayText(slotTime)}, ${time}`;
}
