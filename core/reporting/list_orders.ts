import { parseLocalDate, parseLocalDateTime } from "../local_date_time.ts";
import type { Listed, ListName } from "./lists.ts";

/** An order of a list. `by` is a key of `listOrders`. */
export interface ListOrder {
  by: string;
  direction: "ASC" | "DESC";
}

/** The position of an item in an order: its sort values as texts for the database, the id last. */
export type Position = readonly string[];

/** One sort value: how to get it from an item, and how to validate its text. */
interface OrderKey<Item> {
  of(item: Item): { toString(): string };
  isValue(text: string): boolean;
}

interface Orders<Item> {
  default: ListOrder;
  by: Record<string, readonly OrderKey<Item>[]>;
}

const id: OrderKey<{ id: number }> = {
  of: (item) => item.id,
  isValue: (text) => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)),
};
const ids = { default: { by: "ID", direction: "ASC" }, by: { ID: [id] } } as const;
// The database writes these years with four digits.
const instantForm = /^(?!0000)\d{4}-.+Z$/;

/** All orders of all lists, and the default order. The first sort value of each order has an index. */
export const listOrders: { [L in ListName]: Orders<Listed<L>> } = {
  departments: ids,
  workers: ids,
  apiKeys: ids,
  webhooks: ids,
  appointments: {
    default: { by: "DATE_TIME", direction: "ASC" },
    by: {
      DATE_TIME: [localTime((appointment) => appointment.dateTime), id],
      // Ids are in the order of creation.
      CREATED_AT: [id],
    },
  },
  visits: {
    default: { by: "NUMBER", direction: "DESC" },
    by: {
      NUMBER: [
        { of: ({ date }) => date, isValue: (text) => parseLocalDate(text) !== undefined },
        count((visit) => visit.number),
        count((visit) => visit.part),
        id,
      ],
    },
  },
  // Ids of the ledger are in the order of the balances.
  creditEntries: { default: { by: "ID", direction: "DESC" }, by: { ID: [id] } },
  webhookDeliveries: {
    default: { by: "CREATED_AT", direction: "DESC" },
    by: { CREATED_AT: [instant((delivery) => delivery.createdAt), id] },
  },
  usageLogs: {
    default: { by: "TIMESTAMP", direction: "DESC" },
    by: { TIMESTAMP: [instant((call) => call.timestamp), id] },
  },
};

/** Returns the position of an item. */
export function positionOf<L extends ListName>(
  list: L,
  { by }: ListOrder,
  item: Listed<L>,
): Position {
  return keysOf(list, by).map((key) => key.of(item).toString());
}

/** Returns whether a value is a valid position in an order. */
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

function count<Item>(of: (item: Item) => number): OrderKey<Item> {
  return { of, isValue: (text) => /^[1-9]\d{0,8}$/.test(text) };
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
