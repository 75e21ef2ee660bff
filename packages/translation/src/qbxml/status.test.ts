import { describe, expect, it } from 'vitest'
import { getSeverity, isTransientStatus, statuses } from './status.ts'

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
  ])('of %i is %s', (code, severity) => {
    expect(getSeverity(code)).toBe(severity)
  })
})

describe('isTransientStatus', () => {
  it('needs both the code and the text', () => {
    const text = 'QuickBooks error message: This list has been modified by another user.'
    expect(isTransientStatus(3170, text)).toBe(true)
    expect(isTransientStatus(3175, 'The transaction could not be locked.  It is in use by another user.')).toBe(true)
    expect(isTransientStatus(3180, 'Something else.')).toBe(false)
    expect(isTransientStatus(3100, text)).toBe(false)
    expect(isTransientStatus(4711, text)).toBe(false)
  })

  it('is possible for four statuses', () => {
    const transient = Object.keys(statuses).filter((code) => statuses[Number(code)]?.transient)
    expect(transient).toEqual(['3170', '3175', '3176', '3180'])
  })
})
