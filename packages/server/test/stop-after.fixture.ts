/** Returns options of a sweep with two rows a step that stops after this many steps. */
export function stopAfter(steps: number) {
  let left = steps
  const isStopped = () => {
    left -= 1
    return left < 0
  }
  return { rows: 2, isStopped }
}
