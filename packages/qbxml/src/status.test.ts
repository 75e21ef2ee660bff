import { describe, expect, it } from 'vitest'
import { getSeverity, isStatusIn, isTransientStatus, type StatusGroup, statuses } from './status.ts'

describe('getSeverity', () => {
  it.each([
    [0, 'Info'],
    [1, 'Info'],
    [499, 'Info'],
    [500, 'Warn'],
    [999, 'Warn'],
    [1000, 'Error'],
    [3200, 'Error'],
    [9005, 'Error'],
  ])('returns the severity for %i: %s', (code, severity) => {
    expect(getSeverity(code)).toBe(severity)
  })
})

describe('isTransientStatus', () => {
  it('requires both the code and the text', () => {
    const text = 'QuickBooks error message: This list has been modified by another user.'
    expect(isTransientStatus(3170, text)).toBe(true)
    expect(isTransientStatus(3175, 'The transaction could not be locked.  It is in use by another user.')).toBe(true)
    expect(isTransientStatus(3180, 'Something else.')).toBe(false)
    expect(isTransientStatus(3100, text)).toBe(false)
    expect(isTransientStatus(4711, text)).toBe(false)
  })
})

describe('isStatusIn', () => {
  it.each<[StatusGroup, number[]]>([
    ['transient', [3170, 3175, 3176, 3180]],
    ['noMatch', [1, 500]],
    ['noSuchId', [1, 500, 3120]],
    ['noSuchName', [1, 500, 3000, 3120, 3140]],
    ['badReference', [3000, 3130, 3140]],
  ])('returns true for the statuses in group %s', (group, expected) => {
    const codes = Object.keys(statuses).map(Number)
    expect(codes.filter((code) => isStatusIn(code, group))).toEqual(expected)
  })

  it('returns false for an unknown status', () => {
    expect(isStatusIn(4711, 'noMatch')).toBe(false)
  })
})
