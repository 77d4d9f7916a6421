import { FieldError } from "react-aria-components";
import { t } from "./form_texts.ts";

interface FieldMessageProps {
  label: string;
  /** The allowed range of a number. */
  min?: number | string | undefined;
  max?: number | string | undefined;
  type?: string | undefined;
  /** What the field itself has found. */
  problem?: string | null;
}

/** The error of a field, in our words. The browser's own words would be in the language of the browser. */
export function FieldMessage({ label, min, max, type, problem }: FieldMessageProps) {
  return (
    <FieldError className="fault">
      {({ validationDetails: wrong, validationErrors }) => {
        if (problem) return problem;
        if (wrong.valueMissing) return t("required", { label });
        if (wrong.badInput) return t("number");
        if (wrong.rangeUnderflow) return t("min", { min: String(min) });
        if (wrong.rangeOverflow) return t("max", { max: String(max) });
        if (wrong.stepMismatch) return t("whole");
        if (wrong.typeMismatch) return t(type === "email" ? "email" : "url");
        return validationErrors.join(" ");
      }}
    </FieldError>
  );
}
