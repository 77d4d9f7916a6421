import { useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { useRead, useWrite } from "../../api/hooks.ts";
import { dateText } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { locale } from "../../messages/language.ts";
import { AffectedDialog } from "./affected_dialog.tsx";
import type { AffectedQuery } from "./affected_query.ts";
import { HolidayList } from "./holiday_list.tsx";
import { shownSettings } from "./use_settings.ts";
import { t } from "./texts.ts";

/** Closes all departments on the public holidays of a place. Afterwards the affected appointments can be moved. */
export function Holidays({ onClose }: { onClose(): void }) {
  const read = useRead("departments.holidayPlaces");
  const [affected, setAffected] = useState<AffectedQuery[]>([]);
  const [first, ...rest] = affected;
  if (first) {
    const next = rest.length > 0 ? () => setAffected(rest) : onClose;
    return <AffectedDialog key={first.from} query={first} onClose={next} />;
  }
  if (read.data) {
    return (
      <HolidaysForm
        places={read.data}
        onClose={onClose}
        onEntered={(queries) => queries.length > 0 ? setAffected(queries) : onClose()}
      />
    );
  }
  return (
    <Dialog title={t("holidays.title")} onClose={onClose}>
      <div className="dialog-body">
        <Loaded read={read} skeleton={<Skeleton rows={3} />}>{() => null}</Loaded>
      </div>
    </Dialog>
  );
}

function HolidaysForm({ places: { countries, chosen }, onEntered, onClose }: {
  places: Output<"departments.holidayPlaces">;
  /** Gets the query of the affected appointments of each holiday that has some. */
  onEntered(affected: AffectedQuery[]): void;
  onClose(): void;
}) {
  const [environment] = useEnvironment();
  const [country, setCountry] = useState(chosen?.country ?? null);
  const [region, setRegion] = useState(chosen?.region ?? null);
  const [left, setLeft] = useState<string[]>([]);
  const place = { country: country ?? "", region, environment };
  const list = useRead("departments.holidays", place, { isEnabled: country !== null });
  const write = useWrite("departments.closeOnHolidays", {
    changes: [...shownSettings, "departments.holidayPlaces", "departments.holidays"],
  });
  const regions = countries.find(({ code }) => code === country)?.regions ?? [];
  const ticked = list.data?.filter(({ date }) => !left.includes(date)) ?? [];
  function submit(): void {
    // Without the list, it is not known which days have a tick.
    if (country === null || !list.data) return;
    write.mutate({ country, region, dates: ticked.map(({ date }) => date) }, {
      onSuccess() {
        toast(t("holidays.entered"));
        onEntered(
          ticked.filter(({ isClosed, booked }) => !isClosed && booked > 0)
            .map(({ date }) => ({ departmentIds: null, from: date, to: date })),
        );
      },
    });
  }
  return (
    <FormDialog
      title={t("holidays.title")}
      fields={["country", "region"]}
      write={write}
      action={t("holidays.close", { count: ticked.length })}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">{t("holidays.lead")}</p>
      {chosen && <p>{t("holidays.until", { date: dateText(chosen.until) })}</p>}
      <Select
        name="country"
        label={t("holidays.country")}
        isRequired
        value={country}
        options={optionsOf(countries)}
        onChange={(code) => {
          setCountry(code);
          setRegion(null);
          setLeft([]);
        }}
      />
      {regions.length > 0 && (
        <Select
          name="region"
          label={t("holidays.region")}
          value={region ?? whole}
          options={[
            { value: whole, label: t("holidays.whole") },
            ...regions.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={(code) => {
            setRegion(code === whole ? null : code);
            setLeft([]);
          }}
        />
      )}
      {country !== null && (
        <Loaded read={list} skeleton={<Skeleton rows={5} />}>
          {(holidays) => (
            <div className="surface holiday-choice">
              <HolidayList holidays={holidays} left={left} onLeft={setLeft} />
            </div>
          )}
        </Loaded>
      )}
    </FormDialog>
  );
}

/** No code of a region. */
const whole = "*";

function optionsOf(countries: Output<"departments.holidayPlaces">["countries"]) {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  return countries.map(({ code }) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}
