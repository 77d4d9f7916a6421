import { useDeferredValue } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { may, useSession, useTimeZone } from "../../api/session.tsx";
import { dateOf, longDayText, useNow } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { locale } from "../../messages/language.ts";
import { useLinks } from "../navigation.tsx";
import { groups } from "../../ui/declared_page.ts";
import type { IconName } from "../../ui/icons.tsx";
import { matchesSearch, parseSearch } from "../../../../core/search.ts";
import { findDate } from "../../ui/find_date.ts";
import { t } from "./palette_texts.ts";

/** A line of the palette: an appointment, a page or an action. */
export interface Entry {
  key: string;
  group: "upcoming" | "past" | "recent" | "date" | "pages" | "actions";
  /** The address that it opens. */
  path: string;
  label: string;
  icon: IconName;
  appointment?: Appointment;
}

const actions = [
  {
    label: t("newAppointment"),
    path: "/appointments?new=yes",
    icon: "plus",
    needs: "createAppointment",
  },
  { label: t("myAccount"), path: "/account", icon: "team", needs: "listOwnSessions" },
  { label: t("changePassword"), path: "/settings", icon: "settings", needs: "getOrganization" },
] as const;

// The names of people are personal data, so this list stays in the memory of the tab.
const recents: Entry[] = [];
const maxRecents = 5;

/** Remembers an entry that was opened, for the next empty palette. */
export function rememberEntry(entry: Entry): void {
  const others = recents.filter(({ key }) => key !== entry.key);
  recents.splice(
    0,
    recents.length,
    { ...entry, group: "recent" },
    ...others.slice(0, maxRecents - 1),
  );
}

/** Returns the lines for a text, and whether the search still runs or has failed. */
export function useEntries(
  text: string,
): { entries: Entry[]; isSearching: boolean; hasFailed: boolean } {
  const [environment] = useEnvironment();
  const settled = useDeferredValue(text.trim());
  // To the minute: with seconds, each render that follows an answer would ask again.
  const now = useNow(useTimeZone());
  const found = findDate(settled, { today: dateOf(now), locale });
  const words = found ? found.rest : settled;
  const isText = parseSearch(words) !== null;
  const isEnabled = isText || found !== null;
  const filter = { environment, ...(isText && { search: words }), includeArchived: true };
  const options = { isEnabled, keepsPrevious: true, staleMs: 5000 };
  const day = found?.date;
  const upcoming = useRead("appointments.list", {
    ...filter,
    size: 6,
    sort: "dateTime,asc",
    startDate: day ?? now,
    ...(day && { endDate: day }),
  }, options);
  const past = useRead("appointments.list", {
    ...filter,
    size: 4,
    sort: "dateTime,desc",
    endDate: now,
  }, { ...options, isEnabled: isEnabled && !day });
  const places = usePlaces(settled);
  const appointments = (group: "upcoming" | "past", items: readonly Appointment[] = []) =>
    items.map((appointment): Entry => ({
      key: `appointment ${appointment.id}`,
      group,
      path: `/appointments/${appointment.id}`,
      label: appointment.name,
      icon: "appointments",
      appointment,
    }));
  if (settled === "") {
    return { entries: [...recents, ...places], isSearching: false, hasFailed: false };
  }
  const dates: Entry[] = day
    ? [{
      key: "date",
      group: "date",
      path: `/?date=${day}`,
      label: t("openDay", { day: longDayText(day) }),
      icon: "today",
    }]
    : [];
  const all: Entry[] = isText
    ? [{
      key: "all",
      group: "actions",
      path: `/appointments?search=${encodeURIComponent(settled)}&when=any`,
      label: t("showAll", { text: settled }),
      icon: "search",
    }]
    : [];
  const entries = [
    ...appointments("upcoming", isEnabled ? upcoming.data?.items : []),
    ...appointments("past", isEnabled && !day ? past.data?.items : []),
    ...dates,
    ...places,
    ...all,
  ];
  const isSearching = isEnabled && (upcoming.isFetching || past.isFetching);
  const hasFailed = isEnabled && (upcoming.isError || past.isError);
  return { entries: unique(entries), isSearching, hasFailed };
}

/** The pages that the user may open and the actions, by the same rule as appointments. */
function usePlaces(text: string): Entry[] {
  const links = [useLinks(groups[0]), useLinks(groups[1]), useLinks(groups[2])].flat();
  const session = useSession();
  const query = parseSearch(text);
  const place = (
    group: "pages" | "actions",
    { path, label, icon }: Omit<Entry, "key" | "group">,
  ) => ({
    key: `${group} ${path}`,
    group,
    path,
    label,
    icon,
  });
  const places: Entry[] = [
    ...links.map((link) => place("pages", link)),
    ...actions.filter(({ needs }) => may(session, needs)).map((one) => place("actions", one)),
  ];
  if (!query) return text === "" ? places : [];
  return places.filter(({ label }) => matchesSearch({ name: label, qrCode: "" }, query));
}

/** An appointment that runs now is both upcoming and past. */
function unique(entries: Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}
