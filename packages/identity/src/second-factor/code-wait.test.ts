import { describe, expect, it } from 'vitest'
import { findRetryAt } from './code-wait.ts'

const hourMs = 3_600_000
const at = new Date('2026-03-02T09:00:00Z')

function hoursAfter(wrongCodes: number): number {
  return ((findRetryAt(wrongCodes, at) ?? at).getTime() - at.getTime()) / hourMs
}

describe('the wait after wrong codes', () => {
  it('doubles from the third in a row, up to a day', () => {
    expect([1, 2, 3, 4, 5, 8, 9, 100, 100_000].map(hoursAfter)).toEqual([0, 0, 0.5, 1, 2, 16, 24, 24, 24])
  })

  it('leaves less than 1 % a year to an attacker who guesses, also while the user signs in each day', () => {
    const chance = 3 / 1_000_000
    const countTries = (hours: number) => {
      let [tries, passed] = [0, 0]
      while (passed < hours) {
        tries += 1
        passed += hoursAfter(tries)
      }
      return tries
    }
    expect(countTries(365 * 24) * chance).toBeLessThan(0.0012)
    expect(365 * countTries(24) * chance).toBeLessThan(0.01)
  })
})
