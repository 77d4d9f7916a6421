import { Cluster, type DNSLookupFunction, Redis, type RedisOptions } from "ioredis";
import type { ClusterAddress, RedisAddress, SentinelAddress } from "./redis_address.ts";
import { rememberAnswers, whyNoMaster } from "./sentinel_answers.ts";
import { listenToSentinelErrors, listenToSocketErrors } from "./socket_errors.ts";

listenToSocketErrors();
listenToSentinelErrors();

/** A connection to the server, to the master of the Sentinel group, or to all masters of the Cluster. */
export type RedisConnection = Redis | Cluster;

/** Settings that differ between the limits and the commands of the operator. */
interface ConnectionSettings {
  /** The time limit for connecting and for silence while a command waits. */
  silenceMs: number;
  /** Whether a lost connection is opened again. */
  reconnects: boolean;
}

/** Opens connections that never queue: a command that cannot be sent fails at once. */
export function connectRedis(address: RedisAddress, settings: ConnectionSettings): RedisConnection {
  const options = optionsOf(settings);
  if (address.form === "server") return new Redis(address.url, options);
  if (address.form === "sentinel") return connectMaster(address, options, settings);
  return connectCluster(address, options, settings);
}

function optionsOf({ silenceMs, reconnects }: ConnectionSettings) {
  return {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // The probe checks more than ioredis's ready check, and sooner.
    enableReadyCheck: false,
    connectTimeout: silenceMs,
    socketTimeout: silenceMs,
    disconnectTimeout: 10,
    retryStrategy: reconnects ? pauseMs : null,
  } satisfies RedisOptions;
}

type Options = ReturnType<typeof optionsOf>;

const pauseMs = (attempt: number) => Math.min(50 * attempt, 500);

function connectMaster(
  address: SentinelAddress,
  options: Options,
  { silenceMs, reconnects }: ConnectionSettings,
): Redis {
  const { hosts, masterName, database, credentials, tls } = address;
  const redis = new Redis({
    ...options,
    ...credentials,
    sentinels: hosts,
    name: masterName,
    db: database,
    ...(tls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    sentinelCommandTimeout: silenceMs,
    sentinelRetryStrategy: (attempt: number) => reconnects ? pauseMs(attempt) : null,
    sentinelReconnectStrategy: pauseMs,
    // Hears of a new master from the sentinels. The connection to the old one may stay open and silent.
    failoverDetector: reconnects,
    // A master that has become a replica keeps its connections.
    reconnectOnError: (error: Error) => reconnects && error.message.startsWith("READONLY"),
  });
  rememberAnswers(redis);
  return redis;
}

function connectCluster(
  { hosts, credentials, tls }: ClusterAddress,
  options: Options,
  { silenceMs, reconnects }: ConnectionSettings,
): Cluster {
  return new Cluster(hosts, {
    enableOfflineQueue: false,
    enableReadyCheck: false,
    clusterRetryStrategy: reconnects ? pauseMs : null,
    // All attempts end before the time limit of an answer. The first command to a node may find its connection closed.
    maxRedirections: 4,
    retryDelayOnFailover: 20,
    retryDelayOnClusterDown: 20,
    slotsRefreshTimeout: silenceMs / 2,
    // ioredis sets its own queue and retries for connections to nodes: a lost node is connected to when it is named again.
    redisOptions: {
      ...options,
      ...credentials,
      ...(tls && { tls: {} }),
    },
    // ioredis would connect to the address of a name, which the certificate does not contain.
    ...(tls && { dnsLookup: withoutLookup }),
  });
}

const withoutLookup: DNSLookupFunction = (name, callback) => callback(null, name);

/** Returns the error of a server that made the client fail, without the changing parts of messages of ioredis. */
export function causeOf(
  redis: RedisConnection,
  error: Error & { lastNodeError?: Error },
): Error {
  if (error.lastNodeError) return error.lastNodeError;
  if (error.message.startsWith("All sentinels are unreachable")) {
    const why = whyNoMaster(redis);
    if (why !== undefined) return new Error(why);
  }
  const message = error.message.replace(/ Retrying from scratch after \d+ms\./, "");
  return message === error.message ? error : new Error(message);
}
