import { type FormEvent, type ReactNode, useMemo } from "react";
import { Form as AriaForm } from "react-aria-components";
import { serviceErrorOf } from "../api/errors.ts";
import { ErrorBox } from "./error_box.tsx";

interface FormProps {
  onSubmit(): void;
  error: unknown;
  /** The names of the fields that show their own errors. */
  fields: readonly string[];
  children: ReactNode;
  className?: string;
}

/** A form. Each field shows its error from the service; other errors are shown above the fields. */
export function Form({ onSubmit, error, fields, children, className = "" }: FormProps) {
  // One object per error: a new object would show errors again that the user has already fixed.
  const fieldErrors = useMemo(() => error ? fieldErrorsOf(error) : {}, [error]);
  return (
    <AriaForm
      className={`form ${className}`}
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="form-fields" onInput={revalidateOnInput}>
        <ErrorBox error={error} fields={fields} />
        {children}
      </div>
    </AriaForm>
  );
}

function fieldErrorsOf(error: unknown): Record<string, string> {
  return Object.fromEntries(
    serviceErrorOf(error).details.map(({ field, message }) => [field, message]),
  );
}

/**
 * Removes the error of a field as soon as its text changes. React Aria would wait until the field loses the focus.
 * That is the moment of a press on the button below, and the button would move away under the pointer.
 */
function revalidateOnInput({ target }: FormEvent): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  if (target.ariaInvalid !== "true") return;
  // After the render, because the rendered value is validated.
  setTimeout(() => target.dispatchEvent(new Event("change", { bubbles: true })));
}
