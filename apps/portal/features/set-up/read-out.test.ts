import { expect, it } from 'vitest'
import { getAgentSteps } from './agent-steps.ts'
import { getConnectorSteps } from './connector-steps.ts'

const connector = {
  state: 'never_connected',
  transport: null,
  hasCredential: false,
  hasPolled: false,
  companyName: null,
} as const

it('every step of both transports can be read out in one to three sentences', () => {
  const agent = {
    state: 'never_connected',
    hasAgent: false,
    hasCode: false,
    companyFile: null,
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
  expect(JSON.stringify(getConnectorSteps(connector, 'link'))).not.toMatch(/Web Connector tab|Create a credential/)
})
