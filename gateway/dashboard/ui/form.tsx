import { type ReactNode, useMemo } from "react";
import { Form as AriaForm } from "react-aria-components";
import { refusalOf } from "../api/errors.ts";
import { Fault } from "./fault.tsx";

interface FormProps {
  onSubmit(): void;
  error: unknown;
  /** The names of the fields that show their own faults. */
  fields: readonly string[];
  children: ReactNode;
  className?: string;
}

/** A form whose fields show what the service says of them; what belongs to none of them stands above. */
export function Form({ onSubmit, error, fields, children, className = "" }: FormProps) {
  // The same object for the same error: another one would bring back a fault that has been mended.
  const faults = useMemo(() => error ? faultsOf(error) : {}, [error]);
  return (
    <AriaForm
      className={`form ${className}`}
      validationErrors={faults}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Fault error={error} fields={fields} />
      {children}
    </AriaForm>
  );
}

function faultsOf(error: unknown): Record<string, string> {
  return Object.fromEntries(refusalOf(error).details.map(({ field, message }) => [field, message]));
}
