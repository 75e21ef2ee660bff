const steps = [4, 8, 12, 20, 40]
const maxLabels = 6

/** Returns an axis's end for the largest value: it divides into four round numbers. */
export function findAxisEnd(largest: number): number {
  const scale = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, largest))) - 1)
  const found = steps.map((step) => step * scale).find((end) => end >= largest)
  return found ?? 100 * scale
}

/** Returns the labels to print below bars: the first, the last, and some between at equal distances. */
export function pickLabels(labels: readonly string[]): readonly string[] {
  const last = labels.length - 1
  if (last < maxLabels) return labels
  return Array.from({ length: maxLabels }, (_, index) => labels[Math.round((index * last) / (maxLabels - 1))] ?? '')
}
