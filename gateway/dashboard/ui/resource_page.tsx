import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Page } from "./page.tsx";
import { EmptyState, Loaded } from "./states.tsx";
import { type Column, Table } from "./table.tsx";

interface ResourcePageProps<T, Created> {
  title: string;
  lead: string;
  hasTimes?: boolean;
  read: UseQueryResult<readonly T[]>;
  columns: readonly Column<T>[];
  /** Opens the page of a row. */
  onOpen?: (row: T) => void;
  /** Whether a row is not in use any more. */
  isDimmed(row: T): boolean;
  /** Folds the dimmed rows away, newest first, under this summary. */
  foldedAway?: { label: string; summary(count: number): string };
  /** Replaces the list if it has no rows. */
  empty?: { title: string; help: string };
  /** The button that opens the form of a new row. Without it, nobody can create one here. */
  create?: {
    label: string;
    form(props: { onClose(): void; onCreated(created: Created): void }): ReactNode;
    /** Shows what is shown only once, such as the secret of the new row. */
    shown?(created: Created, onClose: () => void): ReactNode;
  } | undefined;
  /** Buttons before the one that creates. */
  actions?: ReactNode;
  /** The dialogs of the rows. */
  children?: ReactNode;
}

/** A page with the list of what an organization has, and the form that adds one. */
export function ResourcePage<T extends { id: number }, Created = never>(
  { create, actions, children, read, ...list }: ResourcePageProps<T, Created>,
) {
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<{ value: Created } | null>(null);
  const button = create && (
    <Button kind="primary" icon="plus" onPress={() => setIsCreating(true)}>{create.label}</Button>
  );
  return (
    <Page
      title={list.title}
      lead={list.lead}
      hasTimes={list.hasTimes ?? true}
      actions={actions ? <div className="row">{actions}{button}</div> : button}
    >
      <Loaded read={read}>{(rows) => <Rows rows={rows} {...list} />}</Loaded>
      {isCreating && create?.form({
        onClose: () => setIsCreating(false),
        onCreated(value) {
          setIsCreating(false);
          setCreated({ value });
        },
      })}
      {created && create?.shown?.(created.value, () => setCreated(null))}
      {children}
    </Page>
  );
}

type RowsProps<T> =
  & Pick<
    ResourcePageProps<T, never>,
    "title" | "columns" | "onOpen" | "isDimmed" | "foldedAway" | "empty"
  >
  & { rows: readonly T[] };

function Rows<T extends { id: number }>(
  { rows, title, foldedAway, empty, ...table }: RowsProps<T>,
) {
  const folded = foldedAway ? rows.filter(table.isDimmed) : [];
  const shown = foldedAway ? rows.filter((row) => !table.isDimmed(row)) : rows;
  const keyOf = ({ id }: T) => id;
  return (
    <>
      {shown.length === 0 && empty
        ? (
          <EmptyState title={empty.title}>
            <p>{empty.help}</p>
          </EmptyState>
        )
        : <Table label={title} rows={shown} keyOf={keyOf} {...table} />}
      {foldedAway && folded.length > 0 && (
        <details className="folded">
          <summary>{foldedAway.summary(folded.length)}</summary>
          <Table label={foldedAway.label} rows={folded.toReversed()} keyOf={keyOf} {...table} />
        </details>
      )}
    </>
  );
}
