import { type FormEvent, type ReactNode, useMemo } from "react";
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
      <div className="form-fields" onInput={mendEarly}>
        <Fault error={error} fields={fields} />
        {children}
      </div>
    </AriaForm>
  );
}

function faultsOf(error: unknown): Record<string, string> {
  return Object.fromEntries(refusalOf(error).details.map(({ field, message }) => [field, message]));
}

/**
 * Has a fault go while its field is being mended. The library waits until the field is left, which is when
 * somebody presses the button below, and that moves up under the pointer as the fault goes.
 */
function mendEarly({ target }: FormEvent): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  if (target.ariaInvalid !== "true") return;
  // After the value has been drawn, which is what is judged.
  setTimeout(() => target.dispatchEvent(new Event("change", { bubbles: true })));
}
