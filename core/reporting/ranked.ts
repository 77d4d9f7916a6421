/**
 * The number of a rank, from 0, in ascending order; it changes their order. Takes time in proportion to how many
 * there are, where sorting a million would keep the process from its requests for a tenth of a second.
 */
function takeRank(numbers: Float32Array, rank: number): number {
  let first = 0;
  let last = numbers.length - 1;
  while (first < last) {
    const pivot = numbers[(first + last) >> 1]!;
    let low = first;
    let high = last;
    while (low <= high) {
      while (numbers[low]! < pivot) low += 1;
      while (numbers[high]! > pivot) high -= 1;
      if (low > high) break;
      const one = numbers[low]!;
      numbers[low] = numbers[high]!;
      numbers[high] = one;
      low += 1;
      high -= 1;
    }
    if (rank <= high) last = high;
    else if (rank >= low) first = low;
    else break;
  }
  return numbers[rank]!;
}

/** The median of some numbers, whose order it changes: between the two in the middle, if there are; null of none. */
export function takeMedian(numbers: Float32Array): number | null {
  const { length } = numbers;
  if (length === 0) return null;
  const upper = takeRank(numbers, length >> 1);
  if (length % 2 === 1) return upper;
  // What then stands before the upper one is not above it.
  const lower = numbers.subarray(0, length >> 1).reduce((most, one) => Math.max(most, one));
  return (lower + upper) / 2;
}

/** By nearest rank: the least of the numbers that so many percent of them do not exceed; null of none. */
export function takePercentile(numbers: Float32Array, percent: number): number | null {
  const { length } = numbers;
  return length === 0 ? null : takeRank(numbers, Math.ceil(length * percent / 100) - 1);
}
