import type { Ports } from "../../../core/mod.ts";
import type { EmailSettings } from "../../../core/ports.ts";
import type { Memory } from "./memory.ts";
import { record } from "./rows.ts";

/** The e-mail settings in memory. Bookings in memory send no mails. */
export function emailStoreIn(memory: Memory): Ports["emailStore"] {
  const settings = new Map<number, EmailSettings>();
  const secrets = new Map<number, string>();
  const stops = new Map<string, Temporal.Instant>();
  const keyOf = (
    { organizationId, hash }: { organizationId: number; hash: string },
    stop: string,
  ) => `${organizationId} ${hash} ${stop}`;
  return {
    find: async (organizationId) => settings.get(organizationId),
    async save(wanted, { sealedSecret }, audit) {
      const { organizationId } = wanted;
      const before = settings.get(organizationId);
      const saved = { ...wanted, version: (before?.version ?? 0) + 1 };
      record(memory, audit(saved, before));
      settings.set(organizationId, saved);
      if (!before) secrets.set(organizationId, sealedSecret);
      return saved;
    },
    figures: async () => ({
      sent: 0,
      failed: 0,
      waiting: 0,
      refused: 0,
      unsubscribed: 0,
      isCapped: false,
    }),
    sinceLastMail: async () => undefined,
    hasUnknownAttempt: async () => false,
    findSealedSecret: async (organizationId) => secrets.get(organizationId),
    listStops: async (address) =>
      (["UNSUBSCRIBED", "REFUSED"] as const).filter((stop) => stops.has(keyOf(address, stop))),
    async addStop(address, stop, at) {
      if (!stops.has(keyOf(address, stop))) stops.set(keyOf(address, stop), at);
    },
    async removeStop(address, stop) {
      stops.delete(keyOf(address, stop));
    },
  };
}
