'use client'

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'

export const credentials = ['session', 'api-key', 'client', 'system'] as const

const parsers = {
  action: parseAsString,
  resource: parseAsString,
  resourceId: parseAsString,
  actorId: parseAsString,
  credential: parseAsStringLiteral(credentials),
  /** Days in the reader's time zone, both included: `2026-01-31`. */
  from: parseAsString,
  to: parseAsString,
}

type Credential = (typeof credentials)[number]

/** Reads and changes the audit log's filter in the address. */
export function useAuditFilter() {
  const [values, setValues] = useQueryStates(parsers)
  const { from, to, credential, ...words } = values
  const filter = {
    ...(Object.fromEntries(Object.entries(words).filter(([, value]) => value !== null && value !== '')) as Partial<
      Record<'action' | 'resource' | 'resourceId' | 'actorId', string>
    >),
    ...(credential && { credential: credential as Credential }),
    ...toTime('since', from, 0),
    ...toTime('until', to, 1),
  }
  return {
    values,
    setValues,
    filter,
    isFiltered: Object.keys(filter).length > 0,
    clear: () => void setValues(null),
  }
}

/** Returns a day's beginning, some days later, under the operation's name for it. */
function toTime<Name extends string>(name: Name, day: string | null, daysLater: number) {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '')
  if (!match) return {}
  const [, year, month, date] = match.map(Number)
  const at = new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + daysLater)
  return { [name]: at.toISOString() } as Record<Name, string>
}
