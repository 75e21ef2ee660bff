import { Alert } from '@mantine/core'
import type { PortalData } from '../../lib/portal-data.ts'

export type Committed = PortalData['commitProposal']

const refusals: Readonly<Record<NonNullable<Committed['refusal']>, string>> = {
  expired: 'The proposal has expired.',
  rejected: 'The proposal was rejected.',
  mode: 'This company file does not accept writes over MCP.',
  changed: 'QuickBooks would get something else than is shown here, because its records have changed.',
}

interface CommitResultProps {
  /** The committed write: `Create Invoice`. */
  readonly write: string
  readonly result: Committed
}

/** Says what a commit did. */
export function CommitResult({ write, result: { posted, refusal, code, detail } }: CommitResultProps) {
  if (refusal) return <Alert color="yellow" title={refusals[refusal]} />
  if (posted === 'done') return <Alert color="green" title={`${write}: QuickBooks has the record.`} />
  const outcome = posted === 'unknown' ? 'Whether it was posted is not known yet.' : 'Nothing was posted.'
  return (
    <Alert color="red" title={`${write}: ${outcome}`}>
      {[code, detail].filter(Boolean).join(': ')}
    </Alert>
  )
}
