/** For writes through a port alone, which nobody does: nothing is kept of them in the audit. */
export const unaudited = (): null => null;
