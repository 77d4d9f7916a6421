import { queryClient } from "./client.ts";
import { keyOf, readNow } from "./hooks.ts";
import type { Output } from "./types.ts";
import { useVersionedSave, type VersionedSave } from "./versioned_save.ts";

type Organization = Output<"organization.current">;

/**
 * Returns a function that saves some settings of the organization, and the conflict with another save. Several forms
 * save parts of it, so none of them may be rendered again when its version changes: what is typed there would be lost.
 */
export function useOrganizationSave<C extends Partial<Organization>>(
  organization: Organization,
  { send, onSaved, onReset }: {
    send(changes: C, version: number): Promise<Organization>;
    onSaved(): void;
    /** Renders the form again with the present settings. */
    onReset(): void;
  },
): VersionedSave<Organization, C> {
  return useVersionedSave<Organization, C>(organization, {
    send: (changes, { version }) => send(changes, version),
    readNow: () => readNow("organization.current"),
    subject: { subjectKind: "organization", subjectId: organization.id },
    onSaved,
    onTaken(now) {
      queryClient.setQueryData(keyOf("organization.current"), now);
      onReset();
    },
  });
}
