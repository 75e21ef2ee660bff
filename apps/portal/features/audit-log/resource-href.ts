interface Resource {
  readonly resource: string
  readonly resourceId: string
  readonly resourceExists: boolean
}

export const resourceLabels: Readonly<Record<string, string>> = {
  org: 'Organization',
  member: 'Member',
  invitation: 'Invitation',
  realm: 'Company file',
  'agent-token': 'Agent token',
  'pairing-code': 'Pairing code',
  'setup-link': 'Set-up link',
  connector: 'Web Connector',
  client: 'App',
  connection: 'Connection',
  'api-key': 'API key',
  request: 'Request',
  session: 'Session',
  account: 'Account',
}

/** Returns an existing resource's page. */
export function resourceHref(slug: string, { resource, resourceId, resourceExists }: Resource): string | undefined {
  if (!resourceExists) return undefined
  const paths: Readonly<Record<string, string>> = {
    org: 'settings',
    member: 'members',
    invitation: 'members',
    realm: `company-files/${resourceId}`,
    client: `apps/${resourceId}`,
    'api-key': 'api-keys',
  }
  const path = paths[resource]
  return path === undefined ? undefined : `/orgs/${slug}/${path}`
}
