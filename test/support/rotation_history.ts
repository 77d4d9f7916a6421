/** A call with a key: sent and answered by the test's one clock, and whether the key was taken. */
export interface Verification {
  key: string;
  sentAt: number;
  answeredAt: number;
  isValid: boolean;
}

/** A rotation that went through, from when it was asked for to when it had answered. */
export interface Rotation {
  oldKey: string;
  newKey: string;
  startedAt: number;
  endedAt: number;
}

/**
 * What is wrong with a history in which keys were rotated, of one chain or of several: nothing if for each
 * rotation there is an instant T within it such that the old key is valid before T and not from T on, and the
 * new one is not valid before T and valid from T on. A verification says what held at some instant between
 * its being sent and its being answered, so T lies after the sending of each that proves T still to come, and
 * not after the answer of each that proves T past.
 */
export function wrongsOf(
  rotations: readonly Rotation[],
  verifications: readonly Verification[],
): string[] {
  const byKey = Map.groupBy(verifications, ({ key }) => key);
  return rotations.flatMap((rotation, i) => {
    const { earliest, latest } = boundsOf(rotation, { rotations, byKey });
    if (earliest.at < latest.at) return [];
    return [`rotation ${i}: ${earliest.why} at ${earliest.at}, but ${latest.why} at ${latest.at}`];
  });
}

interface Bound {
  at: number;
  why: string;
}

interface History {
  rotations: readonly Rotation[];
  byKey: ReadonlyMap<string, readonly Verification[]>;
}

function boundsOf(rotation: Rotation, { rotations, byKey }: History) {
  const { oldKey, newKey, startedAt, endedAt } = rotation;
  let earliest: Bound = { at: startedAt, why: "it was asked for" };
  let latest: Bound = { at: endedAt, why: "it had answered" };
  const comesAfter = (at: number, why: string) => {
    if (at > earliest.at) earliest = { at, why };
  };
  const comesBefore = (at: number, why: string) => {
    if (at < latest.at) latest = { at, why };
  };
  // Before its own rotation began a key may not have been valid yet, after the next one ended not any more.
  const oldBegan = rotations.find((other) => other.newKey === oldKey)?.endedAt ?? -Infinity;
  const newEnds = rotations.find((other) => other.oldKey === newKey)?.startedAt ?? Infinity;
  for (const { sentAt, answeredAt, isValid } of byKey.get(oldKey) ?? []) {
    if (isValid) comesAfter(sentAt, "the old key was still valid");
    else if (sentAt >= oldBegan) comesBefore(answeredAt, "the old key was no longer valid");
  }
  for (const { sentAt, answeredAt, isValid } of byKey.get(newKey) ?? []) {
    if (isValid) comesBefore(answeredAt, "the new key was valid already");
    else if (answeredAt <= newEnds) comesAfter(sentAt, "the new key was not valid yet");
  }
  return { earliest, latest };
}
