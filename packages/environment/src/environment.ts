import { z } from 'zod'

/** One environment variable: validation, default and documentation in one row. */
export interface Variable {
  /** Parses the variable's text. An optional variable accepts `undefined`. */
  readonly schema: z.ZodType
  /** The parsed value when the variable is not set. */
  readonly default?: unknown
  /** Printed in place of the default, if it depends on other variables. */
  readonly defaultText?: string
  /** The variable's purpose, in Markdown sentences. */
  readonly description: string
}

/** A program's variables, by name. */
export interface Environment {
  /** The name in error messages and on the deployment page. */
  readonly program: string
  readonly variables: Readonly<Record<string, Variable>>
  /** The table's first heading; `Variable` by default. */
  readonly heading?: string
  /** Optional variables set together or not at all. */
  readonly together?: readonly (readonly string[])[]
  /** Former variables, without effect. */
  readonly removed?: readonly string[]
}

/** An environment's parsed variables; variables without a default may be missing where their schema allows it. */
export type EnvironmentValues<E extends Environment> = z.output<
  z.ZodObject<{ readonly [Name in keyof E['variables']]: E['variables'][Name]['schema'] }>
>

/** Declares an environment; returns it unchanged, with its variables' types. */
export function defineEnvironment<const E extends Environment>(
  environment: E & { readonly together?: readonly (readonly (keyof E['variables'])[])[] },
): E {
  return environment
}

/**
 * Parses a program's variables. Empty ones are not set.
 *
 * @throws {Error} with one line listing every missing or invalid variable
 */
export function readEnvironment<E extends Environment>(
  environment: E,
  source: Readonly<Record<string, string | undefined>>,
): EnvironmentValues<E> {
  const { values, problems } = inspectEnvironment(environment, source)
  if (problems.length > 0)
    throw new Error(`The environment of ${environment.program} is invalid. ${problems.join('; ')}`)
  return values as EnvironmentValues<E>
}

/** A program's variables as far as they are valid, and what is wrong with the others, a line each. */
export interface InspectedEnvironment<E extends Environment> {
  readonly values: Partial<EnvironmentValues<E>>
  readonly problems: readonly string[]
}

/** Parses a program's variables one by one. Empty ones are not set. */
export function inspectEnvironment<E extends Environment>(
  { variables, together = [] }: E,
  source: Readonly<Record<string, string | undefined>>,
): InspectedEnvironment<E> {
  // Docker Compose passes an unset variable as empty text.
  const set = Object.fromEntries(Object.entries(source).filter(([, text]) => text !== ''))
  const parsed = Object.entries(toShape(variables)).map(([name, schema]) => ({
    name,
    result: schema.safeParse(set[name]),
  }))
  const values = parsed.flatMap(({ name, result: { data } }) => (data === undefined ? [] : [[name, data]]))
  const problems = parsed.flatMap(({ name, result: { error } }) =>
    (error?.issues ?? []).map(({ path, message }) => `${[name, ...path].join('.')}: ${message}`),
  )
  const incomplete = together
    .filter((names) => new Set(names.map((name) => set[name] === undefined)).size > 1)
    .map((names) => `${names[0]}: set ${names.join(', ')} together, or none of them`)
  return {
    values: Object.fromEntries(values) as Partial<EnvironmentValues<E>>,
    problems: [...problems, ...incomplete],
  }
}

/** Returns the removed variables still set, which a program should report. */
export function listIgnored(
  { removed = [] }: Environment,
  source: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return removed.filter((name) => source[name])
}

/** Shorter names resemble too many others: `HOST` and `HOME`. */
const minComparedLength = 8
const maxEdits = 2

/** Returns unknown variables that resemble a known one, with its name: a program would ignore them without a word. */
export function findMisspelled(
  { variables, removed = [] }: Environment,
  source: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const known = Object.keys(variables)
  const compared = known.filter((name) => name.length >= minComparedLength)
  const others = Object.keys(source).filter((name) => source[name] && ![...known, ...removed].includes(name))
  return Object.fromEntries(
    others.flatMap((name) => {
      const similar = compared.find((each) => countEdits(name, each) <= maxEdits)
      return similar === undefined ? [] : [[name, similar]]
    }),
  )
}

/** Counts the letters to insert, delete or replace; stops counting above `maxEdits`. */
function countEdits(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > maxEdits) return maxEdits + 1
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const edits = [row]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      edits.push(Math.min(replaced, (above[column] ?? 0) + 1, (edits[column - 1] ?? 0) + 1))
    }
    above = edits
  }
  return above[to.length] ?? 0
}

function toShape(variables: Environment['variables']): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, row]) => [
      name,
      row.default === undefined ? row.schema : z._default(row.schema, row.default),
    ]),
  )
}

/** Returns the variables as a Markdown table. */
export function environmentTable({ variables, heading = 'Variable' }: Environment): string {
  const rows = Object.entries(variables).map(([name, row]) => [`\`${name}\``, formatDefault(row), row.description])
  return [[heading, 'Default', 'Description'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('')
}

function formatDefault({ schema, default: value, defaultText }: Variable): string {
  if (defaultText !== undefined) return defaultText
  if (value !== undefined) return `\`${String(value)}\``
  return schema.safeParse(undefined).success ? 'not set' : 'required'
}

/**
 * Returns a page with the program's table between `<!-- variables: <program> -->` and `<!-- end -->`.
 *
 * @throws {Error} for a page without these comments
 */
export function withEnvironmentTable(page: string, environment: Environment): string {
  const begin = `<!-- variables: ${environment.program} -->\n`
  const from = page.indexOf(begin) + begin.length
  const to = page.indexOf('<!-- end -->', from)
  if (from < begin.length || to < 0)
    throw new Error(`The page has no place for the variables of ${environment.program}.`)
  return `${page.slice(0, from)}\n${environmentTable(environment)}\n${page.slice(to)}`
}
