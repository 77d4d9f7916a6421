import { type FormEvent, type ReactNode, useMemo, useRef } from "react";
import { Form as AriaForm } from "react-aria-components";
import { serviceErrorOf } from "../api/errors.ts";
import { ChangeErrorBox } from "./error_box.tsx";
import { useUnsaved } from "./unsaved.tsx";

interface FormProps {
  onSubmit(): void;
  error: unknown;
  /** The names of the fields that show their own errors. */
  fields: readonly string[];
  /** Returns whether something was typed. Default: the values of the fields are compared. */
  isChanged?: (() => boolean) | undefined;
  children: ReactNode;
  className?: string;
}

/**
 * A form. Each field shows its error from the service; other errors are shown above the fields. What was typed is not
 * lost without a question (`useUnsaved`).
 */
export function Form(
  { onSubmit, error, fields, isChanged, children, className = "" }: FormProps,
) {
  // One object per error: a new object would show errors again that the user has already fixed.
  const fieldErrors = useMemo(() => error ? fieldErrorsOf(error) : {}, [error]);
  const form = useRef<HTMLFormElement>(null);
  const values = useRef<FieldValues>({ first: new Map(), submitted: null });
  useUnsaved(() =>
    isChanged?.() ?? (form.current !== null && hasChanged(form.current, values.current, error))
  );
  return (
    <AriaForm
      ref={form}
      className={`form ${className}`}
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault();
        values.current.submitted = valuesOf(event.currentTarget);
        onSubmit();
      }}
    >
      <div
        className="form-fields"
        onInput={revalidateOnInput}
        onFocus={() => form.current && noteFirst(form.current, values.current)}
      >
        <ChangeErrorBox error={error} fields={fields} />
        {children}
      </div>
    </AriaForm>
  );
}

type Values = Map<Element, string>;

interface FieldValues {
  /** The value that each field had before the user came to it. */
  first: Values;
  /** The values that were last submitted. They are saved unless the form has an error. */
  submitted: Values | null;
}

/** Notes the value of each field that has not been seen before. */
function noteFirst(form: HTMLFormElement, { first }: FieldValues): void {
  for (const [field, value] of valuesOf(form)) if (!first.has(field)) first.set(field, value);
}

function hasChanged(form: HTMLFormElement, { first, submitted }: FieldValues, error: unknown) {
  const saved = error || submitted === null ? first : new Map([...first, ...submitted]);
  return [...valuesOf(form)].some(([field, value]) => (saved.get(field) ?? value) !== value);
}

function valuesOf(form: HTMLFormElement): Values {
  const fields = [...form.elements].filter((one) => "value" in one);
  return new Map(fields.map((one) => {
    const { type, value, checked } = one as HTMLInputElement;
    return [one, type === "checkbox" || type === "radio" ? String(checked) : value];
  }));
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
