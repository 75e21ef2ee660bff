import type { RealmState } from '@bridge/data-plane/realms/realm-states'
import { getAgentSteps } from './agent-steps.ts'
import { getConnectorSteps } from './connector-steps.ts'

/** A reader of a set-up page, what the service offers, and the state of the company file. */
export interface SetUpSituation {
  readonly reader: 'link' | 'admin' | 'member'
  readonly transport: 'agent' | 'web_connector'
  readonly hasInstaller: boolean
  /** `used` if the link has paired its agent, or a Web Connector has signed in with its password. */
  readonly link: 'open' | 'used' | 'ended' | 'deleted'
  readonly state: RealmState
}

/** What a page names as the one next step. */
export interface NextStep {
  /** A part of the text that the page shows. */
  readonly names: string
  /** The button or link that takes the step on the page; none where it is taken at the PC or by asking. */
  readonly control?: string
}

interface Row {
  readonly when: Partial<SetUpSituation>
  readonly next: NextStep
}

/** Offline states, in which the person gets the program and connects it. */
const disconnected: readonly RealmState[] = ['never_connected', 'offline', 'token_revoked', 'replaced', 'not_polling']

/** The next step in each situation, most particular first; otherwise the list's current step. */
const rows: readonly Row[] = [
  { when: { reader: 'member' }, next: { names: 'An owner or admin can set up the connection of this company file.' } },
  { when: { reader: 'link', link: 'deleted' }, next: { names: 'ask the person who sent you the link' } },
  { when: { reader: 'link', link: 'ended' }, next: { names: 'Ask for a new link' } },
  {
    when: { reader: 'link', link: 'used', transport: 'agent', state: 'offline' },
    next: { names: 'Start the PC and the agent' },
  },
  {
    when: { reader: 'admin', transport: 'agent', hasInstaller: false, state: 'never_connected' },
    next: { names: 'Ask the operator of this service for the installer', control: 'Create pairing code' },
  },
  {
    when: { reader: 'link', transport: 'agent', hasInstaller: false, state: 'never_connected' },
    next: { names: 'for the installer of the agent', control: 'Create pairing code' },
  },
  {
    when: { transport: 'agent', hasInstaller: true, state: 'never_connected' },
    next: { names: 'Download the agent', control: 'Download the agent for Windows' },
  },
  {
    when: { reader: 'link', transport: 'web_connector', state: 'never_connected' },
    next: { names: 'Get the file and the password', control: 'Get the file and the password' },
  },
  {
    when: { reader: 'admin', transport: 'web_connector', state: 'never_connected' },
    next: { names: 'Get the file and the password', control: 'Create credential' },
  },
  { when: { state: 'file_unconfirmed' }, next: { names: 'Is this the file?', control: 'Yes, this is the file' } },
]

/** Returns the next step that a set-up page names: a person is never left without one. */
export function getNextStep(situation: SetUpSituation): NextStep {
  const row = rows.find(({ when }) =>
    Object.entries(when).every(([name, value]) => situation[name as keyof SetUpSituation] === value),
  )
  return row?.next ?? { names: getCurrentTitle(situation) }
}

/** All situations that a reader can be in. */
export function listSituations(states: readonly RealmState[]): readonly SetUpSituation[] {
  const readers = ['link', 'admin', 'member'] as const
  const transports = ['agent', 'web_connector'] as const
  return readers.flatMap((reader) =>
    transports.flatMap((transport) =>
      [true, false].flatMap((hasInstaller) =>
        states.flatMap((state) =>
          (reader === 'link' ? (['open', 'used', 'ended', 'deleted'] as const) : (['open'] as const)).map((link) => ({
            reader,
            transport,
            hasInstaller,
            link,
            state,
          })),
        ),
      ),
    ),
  )
}

function getCurrentTitle({ transport, hasInstaller, state, link }: SetUpSituation): string {
  const hasStarted = link === 'used' || !disconnected.includes(state)
  const facts = { state, hasAgent: hasStarted, hasCode: hasStarted, companyFile: null, companyName: null }
  const connector = { state, transport, companyName: null, hasCredential: true, hasPolled: hasStarted }
  const steps = transport === 'agent' ? getAgentSteps(facts, { hasInstaller }) : getConnectorSteps(connector, 'link')
  return steps.find(({ progress }) => progress === 'current')?.title ?? 'Connected'
}
