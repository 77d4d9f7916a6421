import { useEffect, useState } from "react";
import { csvLine } from "../../../core/csv.ts";
import { readNow } from "../api/hooks.ts";
import { maxLoaded } from "../api/load_all.ts";
import { numberText } from "../api/time.ts";
import { Button } from "./button.tsx";
import { toast, toastError } from "./toast.tsx";
import { t } from "./export_texts.ts";

/** Loads all rows with the filters of the page. */
type Load<T> = () => Promise<{ rows: T[]; isCut: boolean }>;

/** A column of a CSV file. */
export interface CsvColumn<T> {
  label: string;
  text(row: T): string;
}

/** The button that downloads everything that the filters of a page find. */
export function CsvButton<T>({ fileName, columns, load }: {
  /** The name of the file, without its extension. */
  fileName: string;
  columns: readonly CsvColumn<T>[];
  load: Load<T>;
}) {
  return (
    <span className="line gap-4 push export-buttons">
      <LoadButton
        label={t("csv")}
        load={load}
        onRows={(rows) => save(`${fileName}.csv`, csvOf(columns, rows))}
      />
    </span>
  );
}

/** The link to a file of personal data, which the service gives only after a fresh proof. */
export function FreshDownload({ href, children }: { href: string; children: string }) {
  async function download(): Promise<void> {
    try {
      await readNow("session.requireFresh");
      const link = document.createElement("a");
      link.href = href;
      link.download = "";
      link.click();
    } catch (error) {
      toastError(error);
    }
  }
  return (
    <a
      className="button quiet"
      href={href}
      download
      onClick={(event) => {
        event.preventDefault();
        void download();
      }}
    >
      {children}
    </a>
  );
}

/** The button that prints everything that the filters of a page find. */
export function PrintButton<T>({ load, onPrint }: {
  load: Load<T>;
  /** Shows these rows in place of the page until they are printed; null shows the page again. */
  onPrint(rows: T[] | null): void;
}) {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return;
    print();
    setIsPrinting(false);
    onPrint(null);
  }, [isPrinting, onPrint]);
  return (
    <LoadButton
      label={t("print")}
      load={load}
      onRows={(rows) => {
        onPrint(rows);
        setIsPrinting(true);
      }}
    />
  );
}

function LoadButton<T>({ label, load, onRows }: {
  label: string;
  load: Load<T>;
  onRows(rows: T[]): void;
}) {
  const [isLoading, setIsLoading] = useState(false);
  async function loadRows(): Promise<void> {
    setIsLoading(true);
    try {
      const { rows, isCut } = await load();
      onRows(rows);
      if (isCut) toast(t("cut", { count: numberText(maxLoaded) }));
    } catch (error) {
      toastError(error);
    } finally {
      setIsLoading(false);
    }
  }
  return (
    // A disabled button would lose the focus.
    <Button kind="quiet" isPending={isLoading} onPress={() => void loadRows()}>{label}</Button>
  );
}

/** Returns the rows as CSV with a line of labels. */
export function csvOf<T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): string {
  const head = csvLine(columns.map(({ label }) => label));
  return head + rows.map((row) => csvLine(columns.map(({ text }) => text(row)))).join("");
}

/** Saves a text as a file in the folder of downloads. */
export function save(name: string, text: string): void {
  const link = document.createElement("a");
  const isCsv = name.endsWith(".csv");
  // Excel reads the file as UTF-8 only with this mark.
  const parts = isCsv ? ["\ufeff", text] : [text];
  const type = isCsv ? "text/csv" : "application/json";
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
