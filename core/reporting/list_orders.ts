import { parseLocalDateTime } from "../local_date_time.ts";
import type { Listed, ListName } from "./lists.ts";

/** An order of a list, by the name it has in `listOrders`. */
export interface ListOrder {
  by: string;
  direction: "ASC" | "DESC";
}

/** The values by which something stands in an order, the id last, as texts that the database reads. */
export type Position = readonly string[];

/** One value of a position: where an item has it, and whether a text is one. */
interface OrderKey<Item> {
  of(item: Item): { toString(): string };
  isValue(text: string): boolean;
}

interface Orders<Item> {
  usual: ListOrder;
  by: Record<string, readonly OrderKey<Item>[]>;
}

const id: OrderKey<{ id: number }> = {
  of: (item) => item.id,
  isValue: (text) => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)),
};
const ids = { usual: { by: "ID", direction: "ASC" }, by: { ID: [id] } } as const;
// Years that the database writes with four digits.
const instantForm = /^(?!0000)\d{4}-.+Z$/;

/** Every order of every list, and the usual one; the first value of each has an index. */
export const listOrders: { [L in ListName]: Orders<Listed<L>> } = {
  departments: ids,
  workers: ids,
  apiKeys: ids,
  webhooks: ids,
  appointments: {
    usual: { by: "DATE_TIME", direction: "ASC" },
    by: {
      DATE_TIME: [localTime((appointment) => appointment.dateTime), id],
      CREATED_AT: [
        instant((appointment) => appointment.createdAt),
        localTime((appointment) => appointment.dateTime),
        id,
      ],
    },
  },
  // The ledger is in the order of its ids, which is that of the balances.
  creditEntries: { usual: { by: "ID", direction: "DESC" }, by: { ID: [id] } },
  webhookDeliveries: {
    usual: { by: "CREATED_AT", direction: "DESC" },
    by: { CREATED_AT: [instant((delivery) => delivery.createdAt), id] },
  },
  usageLogs: {
    usual: { by: "TIMESTAMP", direction: "DESC" },
    by: { TIMESTAMP: [instant((call) => call.timestamp), id] },
  },
};

/** Where an item stands. */
export function positionOf<L extends ListName>(
  list: L,
  { by }: ListOrder,
  item: Listed<L>,
): Position {
  return keysOf(list, by).map((key) => key.of(item).toString());
}

/** Whether a value is a position in an order. */
export function isPosition(list: ListName, { by }: ListOrder, value: unknown): value is Position {
  const keys = keysOf(list, by);
  return Array.isArray(value) && value.length === keys.length &&
    keys.every((key, i) => typeof value[i] === "string" && key.isValue(value[i]));
}

function keysOf<L extends ListName>(list: L, by: string): readonly OrderKey<Listed<L>>[] {
  return listOrders[list].by[by]!;
}

function localTime<Item>(of: (item: Item) => Temporal.PlainDateTime): OrderKey<Item> {
  return { of, isValue: (text) => parseLocalDateTime(text) !== undefined };
}

function instant<Item>(of: (item: Item) => Temporal.Instant): OrderKey<Item> {
  return { of, isValue: (text) => instantForm.test(text) && isInstant(text) };
}

function isInstant(text: string): boolean {
  try {
    return Temporal.Instant.from(text).toString() === text;
  } catch {
    return false;
  }
}
