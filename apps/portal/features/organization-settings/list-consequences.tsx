import type { ReactNode } from 'react'
import type { PortalData } from '../../lib/portal-data.ts'

const maxNames = 20

/** Says what deleting the organization deletes, one sentence each. */
export function listConsequences({
  companyFiles,
  clients,
  connections,
  apiKeys,
  members,
  invitations,
}: PortalData['getOrganizationDeletion']): ReactNode[] {
  const named = companyFiles.slice(0, maxNames)
  const more = companyFiles.length - named.length
  return [
    'Deletes the organization. This cannot be undone.',
    ...named.map(({ name, kind }) => (
      <>
        Deletes {kind === 'sandbox' ? 'the sandbox' : 'the company file'} <bdi>{name}</bdi> with its tokens and logs.
      </>
    )),
    ...(more > 0 ? [`Deletes ${more} more company files.`] : []),
    ...(clients > 0 ? [`Deletes ${count(clients, 'app')} and ${count(connections, 'connection')}.`] : []),
    ...(apiKeys > 0 ? [`Revokes ${count(apiKeys, 'API key')}.`] : []),
    ...(members > 1 ? [`Ends the membership of ${count(members - 1, 'other member')}.`] : []),
    ...(invitations > 0 ? [`Revokes ${count(invitations, 'invitation')}.`] : []),
    'Deletes the audit log. Export it first if you need it.',
  ]
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
