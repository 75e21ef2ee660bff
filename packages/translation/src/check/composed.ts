import { Fault } from '@bridge/faults'
import type { Unchanged } from '../table/checked.ts'
import { type JsonObject, scalarText } from '../table/json.ts'

/**
 * Refuses a name that is not the one QuickBooks makes of its parts: those that are sent, else those that are stored.
 * Throws 2010 with status 400 (specification, "Entity notes", Employee).
 */
export function requireComposed(
  { path, value, composedOf = [] }: Unchanged,
  body: JsonObject,
  before: JsonObject,
): void {
  const parts = composedOf.map((key) => scalarText(Object.hasOwn(body, key) ? body[key] : before[key])?.trim() ?? '')
  const name = parts.filter((part) => part !== '').join(' ')
  if (scalarText(value)?.trim() === name) return
  throw new Fault(
    '2010',
    `${path}: QuickBooks Desktop makes it from ${composedOf.join(', ')}, which give ${JSON.stringify(name)}; leave ${path} out, or change those`,
    { element: path, status: 400 },
  )
}
