/**
 * A list of named steps. Each step receives the results of earlier steps under their names. The first error ends the
 * run.
 */
export interface Steps<Input extends object, Results extends Input> {
  /** Adds a step with a result. */
  step<Name extends string, Value>(
    name: Name,
    run: (results: Results) => Promise<Value> | Value,
  ): Steps<Input, Results & { readonly [Key in Name]: Value }>
  /** Adds a step that only throws. */
  check(name: string, run: (results: Results) => Promise<void> | void): Steps<Input, Results>
  /** Runs the steps. `onStep` is called with the name of each that has ended without an error. */
  run(input: Input, onStep?: (name: string) => void): Promise<StepsEnd<Input, Results>>
}

/** The outcome of a run with the results of the steps that it reached. */
export type StepsEnd<Input, Results> =
  | { readonly isComplete: true; readonly results: Results }
  | {
      readonly isComplete: false
      readonly results: Input & Partial<Results>
      /** The step that failed. */
      readonly step: string
      readonly error: unknown
    }

interface Step {
  readonly name: string
  readonly hasResult: boolean
  readonly run: (results: never) => unknown
}

/** Creates an empty list of steps for inputs of a type. */
export function createSteps<Input extends object>(): Steps<Input, Input> {
  return stepsFrom([])
}

function stepsFrom<Input extends object, Results extends Input>(list: readonly Step[]): Steps<Input, Results> {
  const names = list.filter(({ hasResult }) => hasResult).map(({ name }) => name)
  let unreached: Record<string, unknown> | undefined
  return {
    step: (name, run) => stepsFrom([...list, { name, hasResult: true, run }]),
    check: (name, run) => stepsFrom([...list, { name, hasResult: false, run }]),
    run: async (input, onStep) => {
      unreached ??= createUnreached([...Object.keys(input), ...names])
      const results: Record<string, unknown> = { ...unreached, ...input }
      for (const { name, hasResult, run } of list) {
        try {
          const returned = run(results as never)
          // Most steps are synchronous, and waiting for nothing costs each call a turn of the microtask queue.
          const value = returned instanceof Promise ? await returned : returned
          if (hasResult) results[name] = value
          onStep?.(name)
        } catch (error) {
          return { isComplete: false, results: results as Input & Partial<Results>, step: name, error }
        }
      }
      return { isComplete: true, results: results as Results }
    },
  }
}

/**
 * Returns an object in which all of these properties are undefined. A copy of an object that JSON.parse created has a
 * fixed shape, whereas the engine makes a hash table, ten times slower, of an object to which more than a few
 * properties are added by name.
 */
function createUnreached(names: readonly string[]): Record<string, unknown> {
  const unreached: Record<string, unknown> = JSON.parse(
    JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))),
  )
  for (const name of names) unreached[name] = undefined
  return unreached
}
