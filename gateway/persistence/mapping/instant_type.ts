import { Type } from "@mikro-orm/core";
import { instantOrNull } from "./temporal_types.ts";

/** Maps a `timestamptz(3)` column to an instant. */
export class InstantType extends Type<Temporal.Instant | null, string | null> {
  override convertToDatabaseValue(value: Temporal.Instant | null): string | null {
    return value?.toString() ?? null;
  }

  override convertToJSValue(value: string | null): Temporal.Instant | null {
    return instantOrNull(value);
  }

  // Without this, the unit of work compares instants by identity and throws when it flushes.
  override compareAsType(): string {
    return "string";
  }

  override getColumnType(): string {
    return "timestamptz(3)";
  }
}
