/** A set-up step, and what shows when it is done. */
export interface StepRow<Key extends string, Facts> {
  readonly key: Key
  readonly title: string
  readonly text: string
  /** What to tell the person at the PC on the phone, in one or two sentences. */
  readonly readOut: string
  /** The three usual causes for a slow step. */
  readonly causes: readonly [string, string, string]
  readonly isDone: (facts: Facts) => boolean
}

/** A step with its progress. */
export interface MarkedStep<Key extends string = string> extends Omit<StepRow<Key, never>, 'isDone'> {
  readonly progress: 'done' | 'current' | 'to-do'
}

/** Returns the steps with their progress. A step counts as done only after all steps before it. */
export function markSteps<Key extends string, Facts>(
  rows: readonly StepRow<Key, Facts>[],
  facts: Facts,
): readonly MarkedStep<Key>[] {
  const open = rows.findIndex(({ isDone }) => !isDone(facts))
  return rows.map(({ isDone: _, ...row }, index) => ({
    ...row,
    progress: open === -1 || index < open ? 'done' : index === open ? 'current' : 'to-do',
  }))
}
