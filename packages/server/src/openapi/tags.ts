import type { Paths } from './schemas/json-schema.ts'

const texts: Readonly<Record<string, string>> = {
  query: 'Queries over the records of one entity.',
  batch: 'Several reads and writes in one request.',
  cdc: 'Records that have changed or were deleted since a time.',
  reports: 'Reports of QuickBooks Online, with the figures of QuickBooks Desktop.',
  entitlements: "What the organization's plan includes.",
  oauth2: 'Consent, tokens and revocation.',
  orgs: 'Organizations, their members and their billing.',
  members: 'Roles of members.',
  invitations: 'Invitations by email.',
  realms: 'Realms: company files, their settings and sandboxes.',
  clients: 'OAuth clients of integrations.',
  connections: 'Which clients reach which realms.',
  'setup-links': 'Links to the set-up of a company file, without sign-in.',
  'pairing-codes': 'Codes that an agent redeems for its token.',
  'agent-tokens': 'Tokens of edge agents.',
  'connector-credentials': 'Credentials of the QuickBooks Web Connector.',
  'api-keys': 'Keys for scripts.',
  'audit-events': 'Who changed what.',
  account: 'Your account and its sessions.',
}

/** Describes the operation tags, in order. */
export function describeTags(paths: Paths): readonly { readonly name: string; readonly description: string }[] {
  const names = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)))
  return [...names].map((name) => ({ name, description: texts[name] ?? describeTag(name) }))
}

function describeTag(name: string): string {
  return /^[A-Z]/.test(name) ? `${name} records of QuickBooks Desktop.` : `Operations on ${name.replaceAll('-', ' ')}.`
}
