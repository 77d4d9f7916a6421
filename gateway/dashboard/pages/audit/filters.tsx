import { useRead } from "../../api/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { type Option, Select } from "../../ui/select.tsx";
import type { useFilters } from "../../ui/hooks.ts";
import { auditActors, auditSubjects } from "../../ui/audit_words.ts";
import { queryOf } from "./query.ts";

type Filters = ReturnType<typeof useFilters>;

const noFilters = {
  subject: "",
  action: "",
  subjectId: "",
  actor: "",
  actorId: "",
  from: "",
  to: "",
};

/** The filters of the audit log: subject, action, actor and dates. */
export function AuditFilters({ filters: { get, set } }: { filters: Filters }) {
  const query = queryOf(get);
  const subject = query.subjectKind && auditSubjects[query.subjectKind];
  const hasFilters = Object.keys(noFilters).some((name) => get(name) !== "");
  return (
    <div className="filters" role="search" aria-label="Filters">
      <Select
        label="Subject"
        value={query.subjectKind ?? ""}
        onChange={(next) => set({ subject: next, action: "", subjectId: "" })}
        options={[
          { value: "", label: "All subjects" },
          ...optionsOf(auditSubjects, ({ plural }) => plural),
        ]}
      />
      {subject && (
        <Select
          label="Action"
          value={query.action?.split(".")[1] ?? ""}
          onChange={(action) => set({ action })}
          options={[{ value: "", label: "All actions" }, ...optionsOf(subject.actions, String)]}
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
          {`Only ${subject.singular} No. ${query.subjectId}`}
        </Button>
      )}
      {hasFilters && <Button kind="quiet" onPress={() => set(noFilters)}>Clear filters</Button>}
    </div>
  );
}

/** The filter by actor: a kind of actor, or one person or key. */
function Actors({ filters: { get, set } }: { filters: Filters }) {
  const { actorKind = "", actorId } = queryOf(get);
  const staff = useRead("staff.list", undefined, { staleMs: 60_000 }).data ?? [];
  const keys = useRead("apiKeys.list", undefined, { staleMs: 60_000 }).data ?? [];
  const named: Option[] = [
    ...staff.map(({ id, name }) => ({ value: `STAFF ${id}`, label: name })),
    ...keys.map(({ id, name }) => ({ value: `API_KEY ${id}`, label: `${name} (API key)` })),
  ];
  const value = actorId === undefined ? actorKind : `${actorKind} ${actorId}`;
  // A rotated key is no longer listed, so only its number is known.
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
        { value: "", label: "Everyone" },
        ...optionsOf(auditActors, String),
        ...named,
        ...(isKnown ? [] : [{ value, label: `No. ${actorId}` }]),
      ]}
    />
  );
}

function optionsOf<T>(words: Record<string, T>, labelOf: (one: T) => string): Option[] {
  return Object.entries(words).map(([value, one]) => ({ value, label: labelOf(one) }));
}
