import { FieldError } from "react-aria-components";

interface FieldMessageProps {
  label: string;
  /** The allowed range of a number. */
  min?: number | string | undefined;
  max?: number | string | undefined;
  /** What the field itself has found. */
  problem?: string | null;
}

/** The error of a field, in our words. The browser's own words would be in the language of the browser. */
export function FieldMessage({ label, min, max, problem }: FieldMessageProps) {
  return (
    <FieldError className="fault">
      {({ validationDetails: wrong, validationErrors }) => {
        if (problem) return problem;
        if (wrong.valueMissing) return `${label}: this is required`;
        if (wrong.badInput) return "Enter a number";
        if (wrong.rangeUnderflow) return `Enter ${min} or more`;
        if (wrong.rangeOverflow) return `Enter ${max} or less`;
        if (wrong.stepMismatch) return "Enter a whole number";
        if (wrong.typeMismatch) return "Enter a complete address";
        return validationErrors.join(" ");
      }}
    </FieldError>
  );
}
