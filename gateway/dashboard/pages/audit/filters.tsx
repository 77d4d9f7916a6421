import { useRead } from "../../api/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { type Option, Select } from "../../ui/select.tsx";
import type { useFilters } from "../../ui/hooks.ts";
import { actionText, type AuditAction, auditActions, auditActors } from "../../ui/audit_words.ts";
import type { SubjectKind } from "../../ui/audit_texts.ts";
import { queryOf } from "./query.ts";
import { t } from "../../ui/audit_texts.ts";

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
  const kind = query.subjectKind;
  const hasFilters = Object.keys(noFilters).some((name) => get(name) !== "");
  return (
    <div className="row filters" role="search" aria-label={t("filters")}>
      <Select
        label={t("subject")}
        value={query.subjectKind ?? ""}
        onChange={(next) => set({ subject: next, action: "", subjectId: "" })}
        options={[
          { value: "", label: t("allSubjects") },
          ...keysOf(auditActions).map((value) => ({ value, label: t(`subjects.${value}.plural`) })),
        ]}
      />
      {kind && (
        <Select
          label={t("action")}
          value={query.action?.split(".")[1] ?? ""}
          onChange={(action) => set({ action })}
          options={[
            { value: "", label: t("allActions") },
            ...verbsOf(kind).map((value) => ({
              value,
              label: actionText(`${kind}.${value}` as AuditAction),
            })),
          ]}
        />
      )}
      <Actors filters={{ get, set }} />
      <DateField label={t("from")} value={get("from")} onChange={(from) => set({ from })} />
      <DateField label={t("to")} value={get("to")} onChange={(to) => set({ to })} />
      {query.subjectId !== undefined && kind && (
        <Button
          icon="close"
          onPress={() => set({ subjectId: "" })}
        >
          {t("onlySubject", {
            subject: t(`subjects.${kind}.singular`),
            id: String(query.subjectId),
          })}
        </Button>
      )}
      {hasFilters && <Button kind="quiet" onPress={() => set(noFilters)}>{t("clear")}</Button>}
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
    ...keys.map(({ id, name }) => ({ value: `API_KEY ${id}`, label: t("key", { name }) })),
  ];
  const value = actorId === undefined ? actorKind : `${actorKind} ${actorId}`;
  // A rotated key is no longer listed, so only its number is known.
  const isKnown = actorId === undefined || named.some((one) => one.value === value);
  return (
    <Select
      label={t("by")}
      value={value}
      onChange={(next) => {
        const [actor = "", actorId = ""] = next.split(" ");
        set({ actor, actorId });
      }}
      options={[
        { value: "", label: t("everyone") },
        ...keysOf(auditActors).map((value) => ({ value, label: t(`actors.${value}`) })),
        ...named,
        ...(isKnown ? [] : [{ value, label: t("numbered", { id: String(actorId) }) }]),
      ]}
    />
  );
}

function keysOf<K extends string>(words: Record<K, unknown>): K[] {
  return Object.keys(words) as K[];
}

function verbsOf(kind: SubjectKind): string[] {
  return Object.keys(auditActions[kind]);
}
