import { encryptedRedisHosts } from "../limits/mod.ts";
import { encryptedHosts } from "../persistence/mod.ts";
import { certificateEnd, type TlsHost } from "./certificate_end.ts";
import type { Configuration } from "./configuration.ts";

/** Whose certificate it is. */
export type CertificateOwner = "public_url" | "postgres" | "redis";

/** The certificate of several that ends first. */
export interface FirstEnd {
  /** `HOST:PORT`. */
  server: string;
  /** In seconds since 1970. */
  endSeconds: number;
  /** The others whose certificates cannot be read. */
  unread: UnreadCertificate[];
}

/** A server whose certificate cannot be read, and why. */
export interface UnreadCertificate {
  /** `HOST:PORT`. */
  server: string;
  error: unknown;
}

/** Reads which certificate of an owner ends first. Undefined: nothing there is reached over TLS. */
export type ReadFirstEnd = () => Promise<FirstEnd | undefined>;

const maxMs = 2500;

/** Returns the reads of all certificates that connections of this service and its users depend on. */
export function certificateReads(
  { publicUrl, databaseUrls, databaseDirectUrls, reportingUrls, redisUrl }: Pick<
    Configuration,
    "publicUrl" | "databaseUrls" | "databaseDirectUrls" | "reportingUrls" | "redisUrl"
  >,
): Record<CertificateOwner, ReadFirstEnd> {
  const urls = [databaseUrls, databaseDirectUrls, reportingUrls].flatMap((some) => some ?? []);
  return {
    public_url: async () => await firstEnd(publicHosts(publicUrl)),
    postgres: async () =>
      await firstEnd(
        encryptedHosts(urls).map(({ host, port }) => ({ host, port, isPostgres: true })),
      ),
    redis: async () =>
      await firstEnd(redisUrl === undefined ? [] : await encryptedRedisHosts(redisUrl, { maxMs })),
  };
}

function publicHosts(publicUrl: string | undefined): TlsHost[] {
  if (!publicUrl?.startsWith("https:")) return [];
  const { hostname, port } = new URL(publicUrl);
  if (hostname.includes("*")) throw new Error("PUBLIC_URL names all hosts of a domain, and no one");
  return [{ host: hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(port || 443) }];
}

/** One of several servers may be away. Fails if all are. */
async function firstEnd(hosts: TlsHost[]): Promise<FirstEnd | undefined> {
  const distinct = new Map(hosts.map((host) => [`${host.host}:${host.port}`, host]));
  const unread: UnreadCertificate[] = [];
  const read = await Promise.all(
    [...distinct].map(async ([server, host]) => {
      try {
        return [{ server, endSeconds: await certificateEnd(host) }];
      } catch (error) {
        unread.push({ server, error });
        return [];
      }
    }),
  );
  const [first] = read.flat().sort((one, other) => one.endSeconds - other.endSeconds);
  if (unread[0] && !first) throw unread[0].error;
  return first && { ...first, unread };
}
