import { afterEach, expect } from 'vitest'
import { openSampleCompany, realmId, startComFixture } from '../test/com-desktop.fixture.ts'
import { describeDesktop, setSwitches } from '../test/desktop-contract.ts'
import { simulatedDesktop } from './simulated/simulated-desktop.ts'

const closings: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

describeDesktop('simulated', async () => {
  const company = openSampleCompany()
  const desktop = simulatedDesktop({ company, companyFile: 'Rock Castle.qbw' })
  return { desktop, set: (switches) => setSwitches(company, switches) }
})

describeDesktop('COM', async () => {
  const { desktop, company } = await startComFixture()
  closings.push(() => desktop.close())
  desktop.useRealm(realmId)
  await expect.poll(() => desktop.state().companyFile).toBe('Rock Castle.qbw')
  return {
    desktop,
    set: (switches) => {
      setSwitches(company, switches)
      // The next request begins a session.
      desktop.restart()
    },
  }
})
