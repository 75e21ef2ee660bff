import { realmStates } from '@bridge/data-plane/realms/realm-states'
import { expect, it } from 'vitest'
import { getAgentSteps } from './agent-steps.ts'
import { getConnectorSteps } from './connector-steps.ts'
import { getNextStep, listSituations, type SetUpSituation } from './next-step.ts'

const states = (Object.keys(realmStates) as (keyof typeof realmStates)[]).filter((state) => state !== 'sandbox')
const fresh: SetUpSituation = {
  reader: 'link',
  transport: 'agent',
  hasInstaller: true,
  link: 'open',
  state: 'never_connected',
}

it('names a step in every combination of reader, transport, installer, link and state', () => {
  const situations = listSituations(states)
  expect(situations).toHaveLength(states.length * 2 * 2 * 6)
  expect(situations.filter((situation) => getNextStep(situation).names === '')).toEqual([])
})

it.each([
  [{}, 'Download the agent for Windows'],
  [{ hasInstaller: false }, 'Create pairing code'],
  [{ transport: 'web_connector' }, 'Get the file and the password'],
  [{ reader: 'admin', transport: 'web_connector' }, 'Create credential'],
  [{ state: 'file_unconfirmed' }, 'Yes, this is the file'],
  [{ link: 'deleted' }, undefined],
  [{ reader: 'member' }, undefined],
] as const)('with %j has the control %s', (situation, control) => {
  expect(getNextStep({ ...fresh, ...situation }).control).toBe(control)
})

it('can be read out in every step of both transports', () => {
  const agent = {
    state: 'never_connected',
    hasAgent: false,
    hasCode: false,
    companyFile: null,
    companyName: null,
  } as const
  const connector = {
    state: 'never_connected',
    transport: null,
    hasCredential: false,
    hasPolled: false,
    companyName: null,
  } as const
  const steps = [
    ...getAgentSteps(agent, { hasInstaller: true }),
    ...getAgentSteps(agent, { hasInstaller: false }),
    ...getConnectorSteps(connector, 'link'),
  ]
  for (const { readOut } of steps) {
    const sentences = readOut.split(/[.?](?=\s|”|$)/).length - 1
    expect([readOut, sentences >= 1 && sentences <= 3]).toEqual([readOut, true])
  }
})

it('asks the reader of a link for nothing that only the portal has', () => {
  const connector = {
    state: 'never_connected',
    transport: null,
    hasCredential: false,
    hasPolled: false,
    companyName: null,
  } as const
  expect(JSON.stringify(getConnectorSteps(connector, 'link'))).not.toMatch(/Web Connector tab|Create a credential/)
})
