import { isolateName } from '@bridge/identity/access/isolate-name'

interface Credential {
  readonly credential: string
  readonly apiKeyName: string | null
}

export const credentialLabels = {
  session: 'Session',
  'api-key': 'API key',
  client: 'App',
  system: 'The service',
} as const

/** Returns an event's credential in words, an API key by its name. */
export function describeCredential({ credential, apiKeyName }: Credential): string {
  if (credential === 'api-key' && apiKeyName !== null) return `API key “${isolateName(apiKeyName)}”`
  return Object.entries(credentialLabels).find(([kind]) => kind === credential)?.[1] ?? credential
}
