import type { Environment } from "../api/types.ts";
import { TextField } from "../ui/fields.tsx";
import { EarlierVisits } from "./earlier_visits.tsx";
import { t } from "./booking_texts.ts";

export interface Person {
  name: string;
  phone: string;
  email: string;
  externalUserId: string;
}

/** The person of a new appointment. Earlier visits under the name are suggested while it is typed. */
export function PersonFields({ person, onChange, environment }: {
  person: Person;
  onChange(person: Person): void;
  environment: Environment;
}) {
  /** What is not known about the person stays as it was typed. */
  function choose({ name, phone, email, externalUserId }: Person): void {
    onChange({
      name,
      phone: phone || person.phone,
      email: email || person.email,
      externalUserId: externalUserId || person.externalUserId,
    });
  }
  return (
    <>
      <TextField
        label={t("name")}
        name="name"
        autoFocus
        isRequired
        autoComplete="off"
        maxLength={255}
        value={person.name}
        onChange={(name) => onChange({ ...person, name })}
      />
      <EarlierVisits name={person.name} environment={environment} onChoose={choose} />
      <TextField
        label={t("phone")}
        name="phone"
        type="tel"
        autoComplete="off"
        maxLength={50}
        value={person.phone}
        onChange={(phone) => onChange({ ...person, phone })}
      />
      <TextField
        label={t("email")}
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={person.email}
        onChange={(email) => onChange({ ...person, email })}
      />
      <TextField
        label={t("reference")}
        name="externalUserId"
        autoComplete="off"
        maxLength={255}
        value={person.externalUserId}
        onChange={(externalUserId) => onChange({ ...person, externalUserId })}
      />
    </>
  );
}
