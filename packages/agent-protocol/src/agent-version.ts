/** Compares two agent versions such as `0.10.0`: negative if the first is older, 0 if they are equal. */
export function compareVersions(left: string, right: string): number {
  const rights = right.split('.').map(Number)
  const differences = left.split('.').map((part, index) => Number(part) - (rights[index] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}
