import type { ReactNode } from "react";
import { Link } from "wouter";
import type { AuditEntry } from "../../api/types.ts";
import { t } from "../../ui/audit_texts.ts";

interface SentenceProps {
  entry: AuditEntry;
  /** The name of the person of an appointment, if it is loaded. */
  personName: string | undefined;
  onActor(): void;
}

/** Who did what: the subject is a link to its page, and the actor filters the list. */
export function Sentence({ entry, personName, onActor }: SentenceProps): ReactNode {
  const { action, actor } = entry;
  // The compiler checks that every action has its sentence (ui/audit_words.ts).
  return t.rich(`sentences.${action as "appointment.created"}`, {
    by: () => (
      <button
        type="button"
        className="narrowing in-sentence"
        title={t("onlyActor", { name: actor.name })}
        onClick={onActor}
      >
        {actor.kind === "API_KEY" ? t("key", { name: actor.name }) : actor.name}
      </button>
    ),
    it: () => <Subject entry={entry} name={subjectText(entry, personName)} />,
  });
}

/** The sentence as plain text. */
export function sentenceText(entry: AuditEntry, personName?: string): string {
  const { action, actor } = entry;
  return String(t.markup(`sentences.${action as "appointment.created"}`, {
    by: () => actor.kind === "API_KEY" ? t("key", { name: actor.name }) : actor.name,
    it: () => subjectText(entry, personName),
  }));
}

function subjectText({ action, subjectId, subjectName }: AuditEntry, personName?: string): string {
  const id = String(subjectId);
  if (action.startsWith("appointment.")) return personName ?? t("appointment", { id });
  return subjectName || t("numbered", { id });
}

function Subject({ entry, name }: { entry: AuditEntry; name: string }) {
  const path = pathOf(entry);
  if (!path) return <strong>{name}</strong>;
  const query = entry.environment === "TEST" ? "?environment=TEST" : "";
  return <Link href={`${path}${query}`}>{name}</Link>;
}

function pathOf({ action, subjectId }: AuditEntry): string | undefined {
  const kind = action.split(".")[0]!;
  const pages: Record<string, string> = {
    appointment: `/appointments/${subjectId}`,
    department: `/departments/${subjectId}`,
    webhook: `/webhooks/${subjectId}`,
    api_key: `/api-keys/${subjectId}`,
    staff: "/team",
    organization: "/settings",
    reporting_token: "/reporting-tokens",
    screen: "/screens",
  };
  return pages[kind];
}
