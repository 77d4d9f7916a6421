import type { CertificateOwner, FirstEnd } from "../../process/certificate_ends.ts";
import { conclude, durationText, type Finding, type Problem, warning } from "../finding.ts";

/** The certificate of an owner that ends first with those that cannot be read, or why none can be. */
export type CertificateFacts =
  & { of: CertificateOwner }
  & ({
    first: Omit<FirstEnd, "unread">;
    unread: readonly { server: string; fault: string }[];
  } | { fault: string });

const day = 86_400;
/** Certbot renews 30 days before the end, and earlier ones are no news. Nobody renews those of an own authority. */
const limitDays: Record<CertificateOwner, number> = { public_url: 14, postgres: 30, redis: 30 };

const names: Record<CertificateOwner, string> = {
  public_url: "PUBLIC_URL",
  postgres: "Postgres",
  redis: "Redis",
};

const renewals: Record<CertificateOwner, string> = {
  public_url: "Renew it, and load it into the proxy (gateway/deployment/README.md 2.5)",
  postgres: "Make a new one, and let the server read it (gateway/README.md 3.3)",
  redis: "Make a new one, and restart that server with it (gateway/README.md 3.3)",
};

const readEnd = "</dev/null | openssl x509 -noout -enddate";
const otherReads: Record<CertificateOwner, string> = {
  public_url: "Read it where a browser would, with the name of a host: " +
    `openssl s_client -connect HOST:443 -servername HOST ${readEnd}`,
  postgres: `Read it yourself: openssl s_client -starttls postgres -connect HOST:5432 ${readEnd}`,
  redis: `Read it yourself: openssl s_client -connect HOST:6379 ${readEnd}`,
};

/** Checks that no certificate ends soon of those that this service and its users depend on. */
export function checkCertificates(
  facts: readonly CertificateFacts[],
  { nowSeconds }: { nowSeconds: number },
): Finding {
  return conclude(
    facts.flatMap((one) => {
      const { of } = one;
      if ("fault" in one) return [unreadable(of, names[of], one.fault)];
      const left = one.first.endSeconds - nowSeconds;
      const when = left > 0 ? `ends in ${daysText(left)}` : `ended ${daysText(-left)} ago`;
      const first = `the certificate of ${names[of]} (${one.first.server}) ${when}`;
      const isSoon = left < limitDays[of] * day;
      return [
        isSoon && warning(first, renewals[of]),
        ...one.unread.map(({ server, fault }) => {
          const others = isSoon ? "" : `. The first of the others: ${first}`;
          return unreadable(of, `${names[of]} (${server})`, `${fault}${others}`);
        }),
      ];
    }),
    facts.length === 0
      ? "no certificate is needed"
      : facts.map((one) =>
        "first" in one && `${names[one.of]} for ${daysText(one.first.endSeconds - nowSeconds)}`
      ).join(", "),
  );
}

function unreadable(of: CertificateOwner, name: string, fault: string): Problem {
  return warning(
    `the certificate of ${name} cannot be read from here, and no alert warns of its end: ${fault}`,
    otherReads[of],
  );
}

function daysText(seconds: number): string {
  return seconds < 2 * day ? durationText(seconds) : `${Math.floor(seconds / day)} days`;
}
