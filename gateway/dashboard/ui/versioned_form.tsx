import type { ReactNode } from "react";
import type { VersionedSave } from "../api/versioned_save.ts";
import { Button } from "./button.tsx";
import { Form } from "./form.tsx";
import { SaveConflictDialog } from "./save_conflict.tsx";

interface VersionedFormProps<V, C extends object> {
  saving: VersionedSave<V, C>;
  /** The names of the fields that show their own errors. */
  fields: readonly string[];
  /** The name of a field in the dialog of a conflict. */
  labelOf(field: keyof C & string): string;
  /** The value of a field in the dialog of a conflict. */
  textOf(field: keyof C & string, value: unknown): string;
  /** The text of the button. */
  action: string;
  /** Further buttons. */
  buttons?: ReactNode;
  isChanged?: (() => boolean) | undefined;
  className?: string;
  onSubmit(): void;
  children: ReactNode;
}

/** A form of settings that others may change meanwhile, with its button and the dialog of a conflict. */
export function VersionedForm<V, C extends object>(
  { saving, labelOf, textOf, action, buttons, children, ...form }: VersionedFormProps<V, C>,
) {
  return (
    <>
      <Form {...form} error={saving.error}>
        {children}
        <div className="row">
          <Button type="submit" kind="primary" isPending={saving.isPending}>{action}</Button>
          {buttons}
        </div>
      </Form>
      {saving.conflict && (
        <SaveConflictDialog
          conflict={saving.conflict}
          labelOf={labelOf}
          textOf={textOf}
          saving={saving}
        />
      )}
    </>
  );
}
