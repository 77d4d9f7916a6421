import { useDeferredValue, useEffect, useState } from "react";
import { useRead } from "../api/hooks.ts";
import { dateText } from "../api/time.ts";
import type { Environment } from "../api/types.ts";
import { t } from "./booking_texts.ts";

const pauseMs = 250;
const minLetters = 3;
const maxShown = 3;

/** People who had appointments, found by name, phone number, e-mail address or reference. Choosing one fills in what is known about the person. */
export function EarlierVisits({ name, environment, onChoose }: {
  name: string;
  environment: Environment;
  onChoose(person: { name: string; phone: string; email: string; externalUserId: string }): void;
}) {
  const search = usePaused(useDeferredValue(name.trim()));
  const isEnabled = search.length >= minLetters;
  const { data } = useRead("appointments.suggestions", { text: search, environment }, {
    isEnabled,
    keepsPrevious: true,
    staleMs: 60_000,
  });
  const people = isEnabled ? (data ?? []).slice(0, maxShown) : [];
  const isKnown = people.some((one) => one.name === name);
  if (people.length === 0 || isKnown) return null;
  return (
    <ul className="list gap-4 earlier" aria-label={t("earlierVisits")}>
      {people.map(({ name, phone, externalUserId, last }) => (
        <li key={`${name} ${phone} ${externalUserId}`}>
          <button
            type="button"
            className="surface lines earlier-visit"
            onClick={() =>
              onChoose({
                name,
                phone,
                email: last.email ?? "",
                externalUserId: externalUserId ?? "",
              })}
          >
            <span>{[name, phone, externalUserId].filter(Boolean).join(" · ")}</span>
            <span className="muted small">
              {t("lastVisit", { date: dateText(last.dateTime), department: last.departmentName })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
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
