/** Returns options for a sweep with two rows a step, stopping after this many steps. */
export function stopAfter(steps: number) {
  let left = steps
  const isStopped = () => {
    left -= 1
    return left < 0
  }
  return { rows: 2, isStopped }
}
