/**
 * Returns the number with a rank (from 0) in ascending order, and reorders the numbers. Takes linear time on average:
 * sorting a million numbers would block the process for a tenth of a second.
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

/** Returns the median, or null without numbers. Reorders the numbers. Of an even count, it is the middle of the two. */
export function takeMedian(numbers: Float32Array): number | null {
  const { length } = numbers;
  if (length === 0) return null;
  const upper = takeRank(numbers, length >> 1);
  if (length % 2 === 1) return upper;
  // `takeRank` has moved all numbers that are not larger before the upper one.
  const lower = numbers.subarray(0, length >> 1).reduce((max, one) => Math.max(max, one));
  return (lower + upper) / 2;
}

/** Returns the percentile by nearest rank, or null without numbers. Reorders the numbers. */
export function takePercentile(numbers: Float32Array, percent: number): number | null {
  const { length } = numbers;
  return length === 0 ? null : takeRank(numbers, Math.ceil(length * percent / 100) - 1);
}
