import { describe, expect, it } from 'vitest'
import { agentStates } from './agent-states.ts'
import { type AgentFacts, formatStatus, getAgentStatus } from './agent-status.ts'

const serving: AgentFacts = { isConnected: true, desktop: { phase: 'ready', companyFile: 'Müller.qbw' } }

function print(facts: Partial<AgentFacts>): string {
  return formatStatus(getAgentStatus({ ...serving, ...facts }))
}

it('says what QuickBooks reports, in one line', () => {
  const error = { hresult: '0x80040421', message: 'QuickBooks reports an error. The file is\nbeing backed up.' }
  const desktop = { phase: 'ready', notice: 'quickbooks-error', error } as const
  const status = getAgentStatus({ isConnected: true, desktop })
  expect(status).toMatchObject({ tone: 'waiting', state: 'quickbooks-error' })
  expect(formatStatus(status)).toBe(
    'QuickBooks reports an error (0x80040421). The file is being backed up.\nquickbooks-error',
  )
})

describe('the status of the agent', () => {
  it.each<[string, Partial<AgentFacts>, string]>([
    ['that works', {}, 'The company file is connected (Müller.qbw).\nserving'],
    [
      'without network',
      { isConnected: false },
      'The service cannot be reached. The agent tries again. Check the internet connection of this PC.\ndisconnected',
    ],
    [
      'without QuickBooks',
      { desktop: { phase: 'app-not-open' } },
      'QuickBooks is closed. Open QuickBooks and the company file.\nquickbooks-closed',
    ],
    [
      'with a dialog',
      { desktop: { phase: 'ready', notice: 'dialog-open' } },
      'A dialog is waiting in QuickBooks. Complete or close it.\ndialog-open',
    ],
    [
      'with a dialog that it knows',
      { desktop: { phase: 'ready', notice: 'dialog-open' }, dialogTitle: 'Automatic Backup of Müller' },
      'QuickBooks asks about a backup. Complete or skip it.\ndialog-open',
    ],
    [
      'with a file to confirm',
      { desktop: { phase: 'ready', notice: 'file-unconfirmed', companyFile: 'Müller' } },
      'The company file has not been confirmed yet. Open the set-up page of this company file, and confirm that the file shown is the right one.\nfile-unconfirmed',
    ],
    [
      'with a full disk',
      { desktop: { phase: 'ready', notice: 'disk-full' } },
      'The disk is full: responses to changes cannot be stored. Requests go on. Free space on the drive of the agent’s folder, usually C:.\ndisk-full',
    ],
    [
      'paused by a person, also without network',
      { isConnected: false, desktop: { phase: 'app-not-open', notice: 'paused' }, pause: { kind: 'paused' } },
      'The agent is paused. Choose Resume to connect the company file again.\npaused',
    ],
    [
      'in quiet hours',
      { pause: { kind: 'quiet-hours', until: '17:00' } },
      'The agent has quiet hours until 17:00.\nquiet-hours',
    ],
    ['that ended', { endMessage: 'The realm was deleted.' }, 'The realm was deleted.\nended'],
  ])('%s is a sentence and a name', (_what, facts, expected) => {
    expect(print(facts)).toBe(expected)
  })

  it('the status of the agent is made of sentences', () => {
    for (const { sentence, remedy = '.' } of Object.values(agentStates)) {
      expect(sentence).toMatch(/^[A-Z].*\.$/)
      expect(remedy).toMatch(/\.$/)
    }
  })
})
