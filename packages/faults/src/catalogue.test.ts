import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { problems } from './control-plane.ts'
import { faults } from './data-plane.ts'
import { desktopStatuses } from './desktop-statuses.ts'
import type { CatalogueRow, FaultRow } from './fault-row.ts'
import { faultScopes } from './fault-scopes.ts'
import { numericFaults } from './numeric-faults.ts'
import { oauthErrors } from './oauth.ts'

const specification = readFileSync(new URL('../../../docs/specification.md', import.meta.url), 'utf8')

const rows: Record<string, FaultRow> = { ...faults, ...desktopStatuses }

describe('the catalogue', () => {
  it('has the codes of the specification with their statuses [dp-9.3]', () => {
    expect(statusesByCode(faults)).toEqual(specifiedStatuses('dp-7.1', 'dp-7.2', 'dp-7.3'))
    expect(statusesByCode(problems)).toEqual(specifiedStatuses('cp-7'))
    expect(statusesByCode(oauthErrors)).toMatchObject(specifiedStatuses('dp-7.4'))
  })

  it('lists the operations of each code once, in the order of all', () => {
    for (const [code, { scopes }] of Object.entries<CatalogueRow>(faults))
      expect([code, scopes]).toEqual([code, faultScopes.filter((scope) => scopes.includes(scope))])
  })

  it('explains the QuickBooks Desktop statuses of the specification', () => {
    expect(Object.keys(desktopStatuses).sort()).toEqual([
      '-1',
      '3000',
      '3161',
      '3170',
      '3171',
      '3175',
      '3176',
      '3180',
      '3250',
      '3260',
      '3261',
    ])
  })

  it.each(Object.entries(rows))('documents the meaning, causes and fixes of %s', (_code, row) => {
    expect(row.message).not.toBe('')
    expect(row.when).toMatch(/\.$/)
    expect(row.causes.length).toBeGreaterThan(0)
    expect(row.fixes.length).toBeGreaterThan(0)
    for (const text of [...row.causes, ...row.fixes]) expect(text).toMatch(/[.\])]$/)
  })

  it.each(Object.entries(rows))('has a number of QuickBooks Online for %s', (code, { onlineCode }) => {
    expect(onlineCode).toMatch(/^[1-9]\d*$/)
    if (Object.hasOwn(numericFaults, code)) expect(onlineCode).toBe(code)
  })

  it('suggests a pause only where a repetition may succeed, and for every fault of availability', () => {
    for (const [code, row] of Object.entries(rows)) {
      if (row.retryAfterSeconds !== undefined) expect([code, row.retryable]).toEqual([code, true])
      if (row.status === 503) expect([code, row.retryAfterSeconds]).toEqual([code, expect.any(Number)])
    }
  })

  it('the catalogue never marks an applied request as retryable', () => {
    for (const [code, row] of Object.entries(rows))
      if (row.outcome === 'applied') expect([code, row.retryable]).toEqual([code, false])
  })
})

/** Returns the statuses of each code, the default first. */
function statusesByCode(rows: Readonly<Record<string, Pick<FaultRow, 'status' | 'alsoStatus'>>>) {
  return Object.fromEntries(
    Object.entries(rows).map(([code, { status, alsoStatus = [] }]) => [code, [status, ...alsoStatus]]),
  )
}

/** Reads rules such as `- **dp-7.1:CODE**: 422 or 400. …`. */
function specifiedStatuses(...sections: readonly string[]): Record<string, number[]> {
  const rules = specification.matchAll(/^- \*\*([\w.-]+):(\w+)\*\*: (\d{3})(?: or (\d{3}))?\. /gm)
  return Object.fromEntries(
    [...rules]
      .filter(([, section = '']) => sections.includes(section))
      .map(([, , code = '', ...statuses]) => [code, statuses.filter((each) => each !== undefined).map(Number)]),
  )
}
