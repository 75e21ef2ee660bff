import { redactFinding } from '@bridge/truth'
import { expect, it } from 'vitest'
import { openSampleCompany } from '../../test/com-desktop.fixture.ts'
import { verifyCompany } from '../../test/verify.fixture.ts'

it.each([false, true])(
  'the service keeps the findings of the kit as they are, in a sample company: %s',
  async (isSample) => {
    const company = openSampleCompany()
    company.switches.isSampleCompany = isSample
    const guide = async () => 'done' as const
    const { rows } = await verifyCompany(company, { isSample, writes: isSample, guide })
    const found = rows.map((row) => row.found)
    expect(found.map(redactFinding)).toEqual(found)
  },
)
