import { describe, expect, it } from 'vitest'
import { describeFailure, findHresult, formatHresult, hresultRows } from './hresult.ts'

/** The request processor's HRESULTs, and the COM ones known from its callers. */
const documented = [
  ...['0400', '0401', '0402', '0403', '0408', '040A', '040D', '0410', '0414', '0416', '0417', '0418', '041A', '041B'],
  ...['041C', '041D', '041E', '041F', '0420', '0421', '0422', '0423', '0424', '0427', '042A', '042C'],
].map((code) => `0x8004${code}`)
const ofWindows = ['0x80040152', '0x80040154', '0x80070005', '0x80080005', '0x80010105', '0x800706BA', '0x800706BE']

describe('the table of HRESULTs', () => {
  it.each([...documented, ...ofWindows])('the table of HRESULTs has a row for %s', (hresult) => {
    expect(hresultRows[hresult]).toBeDefined()
  })

  it.each(Object.entries(hresultRows))('advises a person about %s in one to three sentences', (hresult, { advice }) => {
    expect(hresult).toMatch(/^0x8[0-9A-F]{7}$/)
    expect(advice).toMatch(/^[A-Z].{20,180}\.$/)
    expect(advice.match(/\.( |$)/g)?.length).toBeLessThanOrEqual(3)
  })

  it('finds a signed HRESULT', () => {
    expect(findHresult(-2147220460)).toBe(hresultRows['0x80040414'])
    expect(formatHresult(-2147220460)).toBe('0x80040414')
  })

  it.each(['0x80040152', '0x80040154', '0x800401F3'])('tries the other bitness after %s', (hresult) => {
    expect(hresultRows[hresult]?.reaction).toBe('not-installed')
  })

  it('the table of HRESULTs does not know whether a failure with an unknown HRESULT was executed', () => {
    expect(findHresult(0x80004005).reaction).toBe('failed')
  })
})

it('shows the text of QuickBooks only where it says more than the table', () => {
  expect(describeFailure(0x80040421, ' The file is being backed up. ')).toBe(
    'QuickBooks reported an error. The file is being backed up.',
  )
  expect(describeFailure(0x80040416, 'QuickBooks läuft nicht.')).not.toContain('läuft')
})
