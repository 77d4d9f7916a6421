import type { Pool } from "pg";
import { mayBeDistributed } from "../database/connections.ts";
import { orUnavailable, RolledBackError } from "../database/faults.ts";
import type { RequestTrace } from "../database/request_trace.ts";
import { type SharedRead, type ShareReads, shareReads } from "../database/shared_reads.ts";
import { enterPart } from "./part_session.ts";
import { requireParts } from "./hold_parts.ts";
import type { PartNode, Parts } from "./parts.ts";

/** The dependencies of shared reads. */
export interface ReadTools {
  /** Leads to the coordinator. */
  pool: Pool;
  parts: Parts;
  /** The shared reads of the coordinator, or of an ordinary database. */
  share: ShareReads;
  trace: RequestTrace | undefined;
}

/**
 * Lets the shared reads of an organization of a distributed database run on the node of its part. A value is of the part as it
 * was when the node still had it: that is checked after the reads of a packet.
 */
export function shareReadsOfParts({ pool, parts, share, trace }: ReadTools): ShareReads {
  const sharers = new WeakMap<PartNode, ShareReads>();
  let sharerHere: ShareReads | undefined;
  const sharerOf = (node: PartNode) => {
    const known = sharers.get(node) ?? shareReads(node.reads, trace, {
      partOf: (organizationId) => parts.shardOf(organizationId),
      enter: (client, part) => enterPart(client, part, { isLocal: false }),
      check: (client, entered) => requireParts(client, parts, entered),
    });
    sharers.set(node, known);
    return known;
  };
  return <K, V>(read: SharedRead<K, V>) => {
    const usual = share(read);
    const hasOrganization = "organization_id" in read.keyColumns;
    let readHere: ((key: K) => Promise<V | undefined>) | undefined;
    const readers = new WeakMap<PartNode, typeof usual>();
    async function onNode(key: K): Promise<V | undefined> {
      if (!hasOrganization) {
        const here = await parts.ofCoordinator();
        if (!here) return usual(key);
        sharerHere ??= shareReads(here, trace);
        return (readHere ??= sharerHere(read))(key);
      }
      const part = await parts.of(Number(read.columnsOf(key)[0]));
      if (!part) return usual(key);
      const reader = readers.get(part.node) ?? sharerOf(part.node)(read);
      readers.set(part.node, reader);
      return reader(key);
    }
    return (key: K) => {
      if (!mayBeDistributed(pool)) return usual(key);
      return orUnavailable(() =>
        onNode(key).catch((error: unknown) => {
          if (error instanceof RolledBackError) return onNode(key);
          // The node may have been replaced.
          parts.doubt();
          throw error;
        })
      );
    };
  };
}
