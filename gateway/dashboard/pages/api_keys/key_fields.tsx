import { dateText } from "../../api/time.ts";
import { CheckboxGroup } from "../../ui/choices.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { TextField } from "../../ui/fields.tsx";
import { t } from "./texts.ts";

const maxLimit = 1_000_000;

/** The values of the fields that every key has. */
export interface KeyValues {
  name: string;
  scopes: string[];
  limit: string;
  /** The last day, `YYYY-MM-DD`; empty for none. */
  end: string;
  /** One on each line; empty for every address. */
  networks: string;
  /** Credits a day; empty for no cap. */
  cap: string;
}

/** The names of the fields that show their own errors. */
export const keyFieldNames = [
  "name",
  "scopes",
  "rateLimitPerHour",
  "expiresAt",
  "allowedNetworks",
  "dailyCreditCap",
] as const;

/** The fields of a new key and of the settings of a key. */
export function KeyFields({ values, onChange, latestEnd, hasCap, autoFocus = false }: {
  values: KeyValues;
  onChange(values: KeyValues): void;
  /** The last day that the organization allows. */
  latestEnd: string | undefined;
  /** Test credits cost nothing, so the key of a test has no cap. */
  hasCap: boolean;
  autoFocus?: boolean;
}) {
  const set = (change: Partial<KeyValues>) => onChange({ ...values, ...change });
  return (
    <>
      <TextField
        label={t("name")}
        name="name"
        description={t("nameHelp")}
        value={values.name}
        onChange={(name) => set({ name })}
        validate={(name) => name.trim() === "" ? t("nameFault") : null}
        autoFocus={autoFocus}
        isRequired
      />
      <CheckboxGroup
        label={t("permissions")}
        name="scopes"
        value={values.scopes}
        onChange={(scopes) => set({ scopes })}
        options={(["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"] as const).map((value) => ({
          value,
          label: t(`scope.${value}`),
        }))}
        validate={(scopes) => scopes.length > 0 ? null : t("scopesFault")}
      />
      <TextField
        label={t("limit")}
        name="rateLimitPerHour"
        inputMode="numeric"
        value={values.limit}
        onChange={(limit) => set({ limit })}
        validate={(limit) =>
          /^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= maxLimit
            ? null
            : t("limitFault")}
        isRequired
      />
      <DateField
        label={t("end")}
        name="expiresAt"
        value={values.end}
        onChange={(end) => set({ end })}
        description={latestEnd ? t("endMaximum", { date: dateText(latestEnd) }) : t("endHelp")}
      />
      <TextField
        label={t("networks")}
        name="allowedNetworks"
        description={t("networksHelp")}
        value={values.networks}
        onChange={(networks) => set({ networks })}
        isMultiline
      />
      {hasCap && (
        <TextField
          label={t("cap")}
          name="dailyCreditCap"
          inputMode="numeric"
          description={t("capHelp")}
          value={values.cap}
          onChange={(cap) => set({ cap })}
          validate={(cap) => /^(|[1-9]\d{0,6})$/.test(cap) ? null : t("capFault")}
        />
      )}
    </>
  );
}
