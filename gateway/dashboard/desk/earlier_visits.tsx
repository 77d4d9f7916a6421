import { useDeferredValue, useEffect, useState } from "react";
import { useRead } from "../api/hooks.ts";
import { dateText } from "../api/time.ts";
import type { Appointment, Environment } from "../api/types.ts";
import { texts } from "../messages/texts.ts";

const t = texts("booking");
const pauseMs = 250;
const minLetters = 3;
const maxShown = 3;

/** People who had appointments under this name. Choosing one fills in what is known about the person. */
export function EarlierVisits({ name, environment, onChoose }: {
  name: string;
  environment: Environment;
  onChoose(person: { name: string; phone: string; externalUserId: string }): void;
}) {
  const search = usePaused(useDeferredValue(name.trim()));
  const isEnabled = search.length >= minLetters;
  const { data } = useRead("appointments.list", {
    search,
    environment,
    size: 20,
    sort: "dateTime,desc",
    includeArchived: true,
  }, { isEnabled, keepsPrevious: true, staleMs: 60_000 });
  const people = isEnabled ? peopleOf(data?.items ?? []).slice(0, maxShown) : [];
  const isKnown = people.some((one) => one.name === name);
  if (people.length === 0 || isKnown) return null;
  return (
    <ul className="earlier" aria-label={t("earlierVisits")}>
      {people.map(({ name, phone, externalUserId, dateTime, departmentName }) => (
        <li key={`${name} ${phone} ${externalUserId}`}>
          <button
            type="button"
            className="earlier-visit"
            onClick={() =>
              onChoose({ name, phone, externalUserId: externalUserId ?? "" })}
          >
            <span>{[name, phone, externalUserId].filter(Boolean).join(" · ")}</span>
            <span className="muted small">
              {t("lastVisit", { date: dateText(dateTime), department: departmentName })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Returns one appointment per person, the latest. A person is a name with a phone and a reference. */
function peopleOf(appointments: readonly Appointment[]): Appointment[] {
  const people = Map.groupBy(
    appointments,
    ({ name, phone, externalUserId }) => `${name} ${phone} ${externalUserId}`,
  );
  return [...people.values()].map(([latest]) => latest!);
}

/** Returns the text after a pause in typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
