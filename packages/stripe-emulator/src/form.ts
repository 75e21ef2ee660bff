/** A decoded form: text, lists and objects. */
export interface Form {
  readonly [name: string]: string | Form | readonly (string | Form)[]
}

interface Branch {
  [name: string]: string | Branch
}

const maxDepth = 8
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Decodes `line_items[0][price]=price_1` as Stripe does. @throws {TypeError} for a malformed name */
export function parseForm(text: string): Form {
  const root: Branch = {}
  for (const [name, value] of new URLSearchParams(text)) insert(root, toPath(name), value)
  return toForm(root) as Form
}

function toPath(name: string): readonly string[] {
  const [, head = '', tail = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  const path = [head, ...[...tail.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)]
  if (head === '' || path.length > maxDepth || path.some((part) => forbidden.has(part))) {
    throw new TypeError(`The parameter ${name} is not well-formed.`)
  }
  return path
}

function insert(branch: Branch, [head = '', ...rest]: readonly string[], value: string): void {
  const key = head === '' ? String(Object.keys(branch).length) : head
  if (rest.length === 0) {
    branch[key] = value
    return
  }
  const below = branch[key]
  const next: Branch = typeof below === 'object' ? below : {}
  branch[key] = next
  insert(next, rest, value)
}

/** Converts branches named 0, 1, 2 … to lists. */
function toForm(branch: string | Branch): Form[string] {
  if (typeof branch === 'string') return branch
  const entries = Object.entries(branch)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  const values = entries.map(([, value]) => toForm(value) as string | Form)
  return isList ? values : Object.fromEntries(entries.map(([name], index) => [name, values[index] ?? '']))
}
