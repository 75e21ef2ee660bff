import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ConfirmFile } from '../company-files/confirm-file.tsx'
import { getAgentSteps } from './agent-steps.ts'
import { drawSetUp } from './set-up-pictures.tsx'
import { StepList } from './step-list.tsx'

const facts = {
  hasAgent: true,
  hasCode: false,
  companyFile: 'Rock Castle.qbw',
  companyName: null,
} as const

/** Renders the agent's steps as a page does; returns the markup of each step by its title. */
function renderSteps(state: Parameters<typeof getAgentSteps>[0]['state'], companyFile = 'Rock Castle.qbw') {
  const steps = getAgentSteps({ ...facts, state, companyFile }, { hasInstaller: true })
  const question = (
    <ConfirmFile companyFile={companyFile} isPending={false} onConfirm={() => undefined} failure={undefined} />
  )
  const page = renderToStaticMarkup(
    <MantineProvider>
      <StepList steps={steps} pictures={drawSetUp().agent} extras={{ file: question }} />
    </MantineProvider>,
  )
  const items = page.split('<li ').slice(1)
  return new Map(steps.map(({ key }, index) => [key, items[index] ?? '']))
}

it('shows the windows of QuickBooks in the current step, on demand in later ones, and not in finished ones', () => {
  const waiting = renderSteps('not_authorized')
  expect(waiting.get('allow')).toContain('<details open="">')
  expect(waiting.get('allow')?.match(/<svg[^>]*aria-label="/g)).toHaveLength(6)
  expect(waiting.get('open')).not.toContain('<details')

  const offline = renderSteps('quickbooks_closed')
  expect(offline.get('open')).toContain('<details open="">')
  expect(offline.get('allow')).toContain('<details><summary>What you see</summary>')
})

it('asks about the file that was found, whichever way its name is written', () => {
  const step = renderSteps('file_unconfirmed', 'שלום & Sons').get('file')
  expect(step).toContain('<bdi>שלום &amp; Sons</bdi>')
  expect(step).toContain('Yes, this is the file')
})
