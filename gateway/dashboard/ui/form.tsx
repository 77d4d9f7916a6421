import type { ReactNode } from "react";
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
  const faults = error
    ? Object.fromEntries(refusalOf(error).details.map(({ field, message }) => [field, message]))
    : {};
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
