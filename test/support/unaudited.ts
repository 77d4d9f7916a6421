/** Writes no audit record, for writes through a port without a use case. */
export const unaudited = (): null => null;
