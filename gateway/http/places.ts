/** A bounded number of places that networks share. */
export interface Places {
  /** Takes a place for a network; false if it may not have another one. */
  take(network: string): boolean;
  /** Gives one place of a network back. */
  release(network: string): void;
}

/**
 * Shares places by one rule: a network may hold at most as many as are free (README, 2). A network that is alone
 * gets half of them, two get a third each, and there are always places left for one more.
 */
export function createPlaces(count: number): Places {
  const heldBy = new Map<string, number>();
  let free = count;
  return {
    take(network) {
      const held = heldBy.get(network) ?? 0;
      if (held >= free) return false;
      heldBy.set(network, held + 1);
      free -= 1;
      return true;
    },
    release(network) {
      const held = heldBy.get(network)! - 1;
      if (held === 0) heldBy.delete(network);
      else heldBy.set(network, held);
      free += 1;
    },
  };
}
