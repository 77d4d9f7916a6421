import { useEffect, useRef, useState } from "react";
import { client } from "./client.ts";
import { hasErrorCode } from "./errors.ts";
import type { AuditEntry, Input, Output } from "./types.ts";

/** A save that met a newer version: what the user entered, and what is there now. */
export interface SaveConflict<V, C> {
  changes: C;
  now: V;
  /** The fields that somebody else has changed too, to other values. */
  fields: (keyof C & string)[];
  /** The present values of these fields. */
  theirs: Partial<Record<keyof C & string, unknown>>;
  /** The last audited change; null if the user may not read it. */
  last: AuditEntry | null;
}

/** The state of a save, and what the user can do about a conflict. */
export interface VersionedSave<V, C> {
  isPending: boolean;
  error: unknown;
  conflict: SaveConflict<V, C> | null;
  save(changes: C): void;
  /** Saves the user's values over the newer ones. */
  saveMine(): void;
  /** Keeps the newer values; the form must then be rendered again. */
  takeTheirs(): void;
  /** Returns to the form. Its error stays, because what was entered is not saved. */
  keepEditing(): void;
  /** Forgets the save, also one that is still running: nothing of it is sent afterwards. */
  stop(): void;
}

/**
 * Saves settings that were read in some version. If somebody else has changed other fields meanwhile, both changes are
 * kept. If somebody has changed the same fields, `conflict` has both, and the user chooses.
 */
export function useVersionedSave<V extends { version: unknown }, C extends object>(
  initial: V,
  { send, readNow, valueIn = fieldOf, subject, readLast, onSaved, onTaken }: {
    /** Saves changes of settings that are at `from`. The service refuses it with CONFLICT if they are not. */
    send(changes: C, from: V): Promise<V>;
    /** Reads the present settings. */
    readNow(): Promise<V | undefined>;
    /** Returns the value of a field in the settings. Default: the property of that name. */
    valueIn?(settings: V, field: keyof C & string): unknown;
    subject: {
      subjectKind: AuditEntry["action"] extends `${infer K}.${string}` ? K : never;
      subjectId: number;
    };
    /** Reads the last change of the subject. Default: from the audit log, which is for administrators. */
    readLast?(): Promise<AuditEntry | undefined>;
    onSaved(saved: V): void;
    /** Shows the present settings instead of those in the form. */
    onTaken(now: V): void;
  },
): VersionedSave<V, C> {
  const [isPending, setIsPending] = useState(false);
  const [base, setBase] = useState(initial);
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<SaveConflict<V, C> | null>(null);

  // A save sends nothing more when it is stopped, or its form is closed.
  const running = useRef<object>(null);
  useEffect(() => () => void (running.current = null), []);

  async function save(changes: C, from: V, token: object = {}): Promise<void> {
    running.current = token;
    setError(null);
    setConflict(null);
    setIsPending(true);
    try {
      const saved = await send(changes, from);
      setBase(saved);
      onSaved(saved);
      // The form still has the old values of what somebody else has changed. The next save would send them.
      if (from !== base) onTaken(saved);
    } catch (failure) {
      if (running.current !== token) return;
      setError(failure);
      if (hasErrorCode(failure, "CONFLICT")) await resolve(changes, from, token);
    } finally {
      setIsPending(false);
    }
  }

  async function resolve(changes: C, from: V, token: object): Promise<void> {
    // Without the present settings, the form shows the refusal.
    const now = await readNow().catch(() => undefined);
    if (!now || now.version === from.version || running.current !== token) return;
    const own = (Object.keys(changes) as (keyof C & string)[])
      .filter((field) => !isSame(changes[field], valueIn(from, field)));
    const fields = own.filter((field) =>
      !isSame(valueIn(from, field), valueIn(now, field)) &&
      !isSame(changes[field], valueIn(now, field))
    );
    if (own.length === 0) return take(now);
    const ownChanges = Object.fromEntries(own.map((field) => [field, changes[field]])) as C;
    if (fields.length === 0) return await save(ownChanges, now, token);
    // The values matter more than the name of the person.
    const last = await (readLast?.() ?? lastChange(subject)).catch(() => undefined) ?? null;
    if (running.current !== token) return;
    const theirs = Object.fromEntries(
      fields.map((field) => [field, valueIn(now, field)]),
    ) as SaveConflict<V, C>["theirs"];
    setConflict({ changes: ownChanges, now, fields, theirs, last });
  }

  function take(now: V): void {
    setError(null);
    setConflict(null);
    setBase(now);
    onTaken(now);
  }

  return {
    isPending,
    error,
    conflict,
    save: (changes) => void save(changes, base),
    saveMine: () => conflict && void save(conflict.changes, conflict.now),
    takeTheirs: () => conflict && take(conflict.now),
    keepEditing: () => setConflict(null),
    stop() {
      running.current = null;
      setError(null);
      setConflict(null);
    },
  };
}

async function lastChange(subject: Input<"audit.list">): Promise<AuditEntry | undefined> {
  const page = await client.query("audit.list", { ...subject, size: 1 }) as Output<"audit.list">;
  return page.items[0];
}

function fieldOf(settings: object, field: string): unknown {
  return (settings as Record<string, unknown>)[field];
}

function isSame(one: unknown, other: unknown): boolean {
  return sortedText(one) === sortedText(other);
}

/** Returns the JSON of a value with sorted keys. */
function sortedText(value: unknown): string {
  return JSON.stringify(
    value ?? null,
    (_, part) =>
      part && typeof part === "object" && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a < b ? -1 : 1))
        : part,
  );
}
