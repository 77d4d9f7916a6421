import { useRead } from "../../api/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/fields.tsx";
import { type Option, Select } from "../../ui/select.tsx";
import type { useFilters } from "../../ui/hooks.ts";
import { actors, queryOf, subjects } from "./query.ts";

type Filters = ReturnType<typeof useFilters>;

const none = { subject: "", deed: "", subjectId: "", actor: "", actorId: "", from: "", to: "" };

/** What the audit is narrowed down to: what was done, to which one, by whom and when. */
export function AuditFilters({ filters: { get, set } }: { filters: Filters }) {
  const query = queryOf(get);
  const subject = query.subjectKind && subjects[query.subjectKind];
  const isNarrowed = Object.keys(none).some((name) => get(name) !== "");
  return (
    <div className="filters" role="search" aria-label="Filters">
      <Select
        label="What"
        value={query.subjectKind ?? ""}
        onChange={(next) => set({ subject: next, deed: "", subjectId: "" })}
        options={[{ value: "", label: "Everything" }, ...optionsOf(subjects, ({ words }) => words)]}
      />
      {subject && (
        <Select
          label="Done"
          value={query.action?.split(".")[1] ?? ""}
          onChange={(deed) => set({ deed })}
          options={[{ value: "", label: "Anything" }, ...optionsOf(subject.deeds, String)]}
        />
      )}
      <Actors filters={{ get, set }} />
      <DateField label="From" value={get("from")} onChange={(from) => set({ from })} />
      <DateField label="To" value={get("to")} onChange={(to) => set({ to })} />
      {query.subjectId !== undefined && subject && (
        <Button
          icon="close"
          onPress={() => set({ subjectId: "" })}
        >
          {`Only ${subject.word} No. ${query.subjectId}`}
        </Button>
      )}
      {isNarrowed && <Button kind="quiet" onPress={() => set(none)}>Clear</Button>}
    </div>
  );
}

/** Staff, keys or the operator, and each of them by name. */
function Actors({ filters: { get, set } }: { filters: Filters }) {
  const { actorKind = "", actorId } = queryOf(get);
  const staff = useRead("staff.list", undefined, { staleMs: 60_000 }).data ?? [];
  const keys = useRead("apiKeys.list", undefined, { staleMs: 60_000 }).data ?? [];
  const named: Option[] = [
    ...staff.map(({ id, name }) => ({ value: `STAFF ${id}`, label: name })),
    ...keys.map(({ id, name }) => ({ value: `API_KEY ${id}`, label: `${name} (API key)` })),
  ];
  const value = actorId === undefined ? actorKind : `${actorKind} ${actorId}`;
  // Of a key that has been replaced only the number is left.
  const isKnown = actorId === undefined || named.some((one) => one.value === value);
  return (
    <Select
      label="By"
      value={value}
      onChange={(next) => {
        const [actor = "", actorId = ""] = next.split(" ");
        set({ actor, actorId });
      }}
      options={[
        { value: "", label: "Anybody" },
        ...optionsOf(actors, String),
        ...named,
        ...(isKnown ? [] : [{ value, label: `No. ${actorId}` }]),
      ]}
    />
  );
}

function optionsOf<T>(words: Record<string, T>, labelOf: (one: T) => string): Option[] {
  return Object.entries(words).map(([value, one]) => ({ value, label: labelOf(one) }));
}
