import { useState } from "react";
import { client, queryClient } from "./client.ts";
import { hasErrorCode } from "./errors.ts";
import { keyOf, useWrite } from "./hooks.ts";
import type { AuditEntry, Input, MutationPath, Output, QueryPath } from "./types.ts";

/** A save that met a newer version: what the user entered, and what is there now. */
export interface SaveConflict<V, C> {
  changes: C;
  now: V;
  /** The fields that somebody else has changed too, to other values. */
  fields: (keyof C & string)[];
  /** The last audited change; null if the user may not read it. */
  last: AuditEntry | null;
}

interface VersionedSave<V, C> {
  isPending: boolean;
  error: unknown;
  conflict: SaveConflict<V, C> | null;
  save(changes: C): void;
  /** Saves the user's values over the newer ones. */
  saveMine(): void;
  /** Keeps the newer values; the form must then be rendered again. */
  takeTheirs(): void;
  /** Returns to the form. */
  keepEditing(): void;
}

/**
 * Saves settings with the version that they were read in. If somebody else has changed other fields meanwhile, both
 * changes are kept. If somebody has changed the same fields, `conflict` has both, and the user chooses.
 */
export function useVersionedSave<V extends { version: number }, C extends Partial<V>>(
  initial: V,
  { path, input, read, subject, changes: changed, onSaved, onTaken }: {
    path: MutationPath;
    /** The other fields of the mutation, such as the id. */
    input: object;
    /** The query that reads the settings. */
    read: { path: QueryPath; input?: object };
    subject: {
      subjectKind: AuditEntry["action"] extends `${infer K}.${string}` ? K : never;
      subjectId: number;
    };
    changes: readonly (QueryPath | "departments" | "appointments")[];
    onSaved(saved: V): void;
    onTaken(): void;
  },
): VersionedSave<V, C> {
  const update = useWrite(path, { changes: changed });
  const [base, setBase] = useState(initial);
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<SaveConflict<V, C> | null>(null);

  async function save(changes: C, from: V): Promise<void> {
    setError(null);
    setConflict(null);
    try {
      const sent = { ...input, ...changes, version: from.version } as Input<MutationPath>;
      const saved = await update.mutateAsync(sent) as unknown as V;
      setBase(saved);
      onSaved(saved);
    } catch (failure) {
      setError(failure);
      if (hasErrorCode(failure, "CONFLICT")) await resolve(changes, from);
    }
  }

  async function resolve(changes: C, from: V): Promise<void> {
    const now = await client.query(read.path, read.input as never) as V;
    if (now.version === from.version) return;
    const fields = (Object.keys(changes) as (keyof C & string)[]).filter((field) =>
      !isSame(valueOf(from, field), valueOf(now, field)) &&
      !isSame(changes[field], valueOf(now, field))
    );
    if (fields.length === 0) return await save(changes, now);
    const last = await lastChange(subject);
    setConflict({ changes, now, fields, last });
  }

  return {
    isPending: update.isPending,
    error,
    conflict,
    save: (changes) => void save(changes, base),
    saveMine: () => conflict && void save(conflict.changes, conflict.now),
    takeTheirs() {
      if (!conflict) return;
      queryClient.setQueryData(keyOf(read.path, read.input as never), conflict.now);
      onTaken();
    },
    keepEditing: () => setConflict(null),
  };
}

async function lastChange(subject: Input<"audit.list">): Promise<AuditEntry | null> {
  try {
    const page = await client.query("audit.list", { ...subject, size: 1 }) as Output<"audit.list">;
    return page.items[0] ?? null;
  } catch {
    // The values matter more than the name of the person.
    return null;
  }
}

function valueOf(settings: object, field: string): unknown {
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
