/** Returns the runs of a property test: those of the variable `PROPERTY_RUNS`, or fewer by default. */
export function readPropertyRuns(byDefault: number): number {
  const runs = Number(process.env.PROPERTY_RUNS)
  return Number.isInteger(runs) && runs > 0 ? runs : byDefault
}
