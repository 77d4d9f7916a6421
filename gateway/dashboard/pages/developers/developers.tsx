import { Link } from "wouter";
import { LoadError } from "../../ui/error_box.tsx";
import { Page } from "../../ui/page.tsx";
import { CopyField } from "../../ui/shown_once.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { baseUrlOf, curlOf, javaScriptOf } from "./quick_start.ts";
import { useQuickStart } from "./use_quick_start.ts";
import { t } from "./texts.ts";

/** The documents that this service answers. */
const documents = [
  { href: "/docs/guides/first-booking", label: "document.guides" },
  { href: "/docs", label: "document.reference" },
  { href: "/openapi.json", label: "document.openApi" },
] as const;

/** Where a developer starts: the address of the API, its documentation, and a booking to copy. */
export function Developers() {
  return (
    <Page title={t("start")} lead={t("startLead")} hasTimes={false}>
      <section className="card">
        <CopyField label={t("baseUrl")} value={baseUrlOf(location.origin)} />
        <h2>{t("authentication")}</h2>
        <p>
          {t("authenticationHelp")} <Link href="/api-keys">{t("manageKeys")}</Link>
        </p>
        <h2>{t("documentation")}</h2>
        <ul>
          {documents.map(({ href, label }) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noreferrer">{t(label)}</a>
            </li>
          ))}
        </ul>
      </section>
      <QuickStartCard />
    </Page>
  );
}

function QuickStartCard() {
  const { booking, sketch, failed } = useQuickStart("$API_KEY");
  return (
    <section className="card">
      <h2>{t("quickStart")}</h2>
      {booking
        ? (
          <>
            <p>{t("quickStartHelp", { department: booking.department })}</p>
            <CopyField label={t("curl")} value={curlOf(booking)} isMultiline />
            <CopyField label={t("javaScript")} value={javaScriptOf(booking)} isMultiline />
          </>
        )
        : failed
        ? (
          <LoadError
            error={failed.error}
            isRetrying={failed.read.isFetching}
            onRetry={() => void failed.read.refetch()}
          />
        )
        : sketch
        ? <Skeleton rows={2} />
        : <p>{t("quickStartNone")}</p>}
    </section>
  );
}
