import { describe, expect, it } from 'vitest'
import { describeFailure, findHresult, formatHresult } from './hresult.ts'
import { hresultRows } from './hresult-rows.ts'

/** The request processor's HRESULTs, and the COM ones known from its callers. */
const documented = [
  ...['0400', '0401', '0402', '0403', '0405', '0406', '0407', '0408', '0409', '040A', '040C', '040D', '040F', '0410'],
  ...['0411', '0414', '0416', '0417', '0418', '041A', '041B', '041C', '041D', '041E', '041F', '0420', '0421', '0422'],
  ...['0423', '0424', '0426', '0427', '0428', '0429', '042A', '042C'],
].map((code) => `0x8004${code}`)
const ofWindows = ['0x80040152', '0x80040154', '0x80070005', '0x80080005', '0x80010105', '0x80010108', '0x800706BE']

function withName(hresult: string) {
  const { notice, ran, retryAfterSeconds } = findHresult(hresult)
  return [notice, ran, retryAfterSeconds]
}

describe('the table of HRESULTs', () => {
  it.each([...documented, ...ofWindows])('the table of HRESULTs has a row for %s', (hresult) => {
    expect(hresultRows[hresult]).toBeDefined()
  })

  it.each(Object.entries(hresultRows))('advises people about %s in one to three sentences', (hresult, row) => {
    expect(hresult).toMatch(/^0x8[0-9A-F]{7}$/)
    for (const advice of [row.advice, row.beginAdvice ?? row.advice, row.integrator]) {
      expect(advice).toMatch(/^[A-Z].{20,180}\.$/)
      expect(advice.match(/\.( |$)/g)?.length).toBeLessThanOrEqual(3)
    }
  })

  it.each(['0x80040414', '0X80040414', ' 0x80040414 '])('finds %j as a transport writes it', (hresult) => {
    expect(findHresult(hresult)).toBe(hresultRows['0x80040414'])
  })

  it('finds a signed HRESULT', () => {
    expect(findHresult(-2147220460)).toBe(hresultRows['0x80040414'])
    expect(formatHresult(-2147220460)).toBe('0x80040414')
  })

  it.each(['0x80040152', '0x80040154', '0x800401F3', '0x80040401', '0x80040405', '0x80040407', '0x80040408'])(
    'tries the other bitness after %s',
    (hresult) => {
      expect(hresultRows[hresult]?.reaction).toBe('other-bitness')
    },
  )

  it.each([
    ['a dialog', '0x80040414', ['dialog-open', 'unknown', 10]],
    ['an autosave', '0x8004041B', ['quickbooks-error', 'unknown', 5]],
    ['another file', '0x8004040A', ['other-file', 'unknown', 60]],
    ['a session that ended', '0x8004040C', ['quickbooks-error', 'no', 5]],
    ['a permission taken away', '0x8004041A', ['not-authorized', 'unknown', undefined]],
    ['a file of another year', '0x80040409', ['quickbooks-error', 'unknown', undefined]],
    ['a request that cannot be read', '0x80040400', [undefined, 'no', undefined]],
    ['an unknown error', '0x80004005', ['quickbooks-error', 'unknown', undefined]],
    ['a name that objects have', 'constructor', ['quickbooks-error', 'unknown', undefined]],
  ])('has state, effect and delay for %s', (_what, hresult, row) => {
    expect(withName(hresult)).toEqual(row)
  })
})

describe('what a person reads', () => {
  const describeCall = (hresult: string, message: string) => describeFailure({ hresult, message }, 'inside')

  it('has the text of QuickBooks only where it says more than the table', () => {
    expect(describeCall('0x80040421', ' The file is being backed up. ')).toBe(
      'QuickBooks reports an error. The file is being backed up.',
    )
    expect(describeCall('0x80040416', 'QuickBooks läuft nicht.')).not.toContain('läuft')
  })

  it('repeats no advice that an agent has given', () => {
    const advice = describeCall('0x80040402', 'Something broke.')
    expect(describeCall('0x80040402', advice)).toBe(advice)
  })

  it('tells a session that did not begin from a call that QuickBooks ended', () => {
    const error = { hresult: '0x80010105', message: 'The server threw an exception.' }
    expect(describeFailure(error, 'before')).toMatch(
      /Open the company file of this connection, and complete any dialog/,
    )
    expect(describeFailure(error, 'inside')).toMatch(/ended or stopped responding/)
  })
})
