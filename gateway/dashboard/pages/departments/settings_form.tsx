import type { ReactNode } from "react";
import type { Department } from "../../api/types.ts";
import type { VersionedSave } from "../../api/versioned_save.ts";
import { VersionedForm } from "../../ui/versioned_form.tsx";
import { hoursText } from "./hours_text.ts";
import type { Changes } from "./use_settings.ts";
import { t } from "./texts.ts";
import { t as tc } from "../../ui/conflict_texts.ts";

/** The form of a tab, with its button and the dialog of a conflict. */
export function SettingsForm<C extends object = Changes>(
  { settings, labelOf = settingLabel, textOf = settingText, ...form }: {
    settings: VersionedSave<Department, C>;
    /** The names of the fields that show their own errors. */
    fields: readonly string[];
    /** The name of a setting in the dialog of a conflict. */
    labelOf?(field: string): string;
    /** The value of a setting in the dialog of a conflict. */
    textOf?(field: string, value: unknown): string;
    isChanged?(): boolean;
    onSubmit(): void;
    children: ReactNode;
  },
) {
  return (
    <VersionedForm
      className="narrow"
      saving={settings}
      action={t("save")}
      labelOf={labelOf}
      textOf={textOf}
      {...form}
    />
  );
}

type FieldNames = Record<Exclude<keyof Changes, "id" | "version" | "closures">, string>;

function settingLabel(field: string): string {
  return t(`field.${field as keyof FieldNames}`);
}

function settingText(field: string, value: unknown): string {
  if (typeof value === "boolean") return value ? tc("on") : tc("off");
  if (field === "openingHours") return hoursText(value as Department["openingHours"]);
  if (field === "bookingWindow") return windowText(value as Department["bookingWindow"]);
  return value === "" ? tc("empty") : String(value);
}

function windowText(window: Department["bookingWindow"]): string {
  const { minLeadMinutes, maxDaysAhead, refusePast } = window ?? {};
  const parts = [
    ...(minLeadMinutes ? [t("window.notice", { minutes: minLeadMinutes })] : []),
    ...(maxDaysAhead === undefined ? [] : [t("window.ahead", { days: maxDaysAhead })]),
    ...(refusePast ? [t("slots.refusePast")] : []),
  ];
  return parts.length === 0 ? t("window.none") : parts.join(", ");
}
