import { useEffect, useState } from "react";
import { csvLine } from "../../../core/csv.ts";
import { maxLoaded } from "../api/load_all.ts";
import { numberText } from "../api/time.ts";
import { texts } from "../messages/texts.ts";
import { Button } from "./button.tsx";
import { toast, toastError } from "./toast.tsx";

const t = texts("search");

/** A column of a CSV file. */
export interface CsvColumn<T> {
  label: string;
  text(row: T): string;
}

interface ExportProps<T> {
  /** The name of the file, without its extension. */
  fileName: string;
  columns: readonly CsvColumn<T>[];
  /** Loads all rows with the filters of the page. */
  load(): Promise<{ rows: T[]; isCut: boolean }>;
  /** Shows these rows in place of the page until they are printed; null shows the page again. */
  onPrint?(rows: T[] | null): void;
}

/** The buttons that download and print everything that the filters of a page find. */
export function ExportButtons<T>({ fileName, columns, load, onPrint }: ExportProps<T>) {
  const [isLoading, setIsLoading] = useState(false);
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return;
    print();
    setIsPrinting(false);
    onPrint?.(null);
  }, [isPrinting, onPrint]);
  async function withRows(use: (rows: T[]) => void): Promise<void> {
    setIsLoading(true);
    try {
      const { rows, isCut } = await load();
      use(rows);
      if (isCut) toast(t("cut", { count: numberText(maxLoaded) }));
    } catch (error) {
      toastError(error);
    } finally {
      setIsLoading(false);
    }
  }
  return (
    <span className="export-buttons">
      <Button
        kind="quiet"
        isDisabled={isLoading}
        onPress={() => void withRows((rows) => save(`${fileName}.csv`, csvOf(columns, rows)))}
      >
        {t("csv")}
      </Button>
      {onPrint && (
        <Button
          kind="quiet"
          isDisabled={isLoading}
          onPress={() =>
            void withRows((rows) => {
              onPrint(rows);
              setIsPrinting(true);
            })}
        >
          {t("print")}
        </Button>
      )}
    </span>
  );
}

function csvOf<T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): string {
  const head = csvLine(columns.map(({ label }) => label));
  return head + rows.map((row) => csvLine(columns.map(({ text }) => text(row)))).join("");
}

function save(name: string, text: string): void {
  const link = document.createElement("a");
  // Excel reads the file as UTF-8 only with this mark.
  link.href = URL.createObjectURL(new Blob(["\ufeff", text], { type: "text/csv" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
