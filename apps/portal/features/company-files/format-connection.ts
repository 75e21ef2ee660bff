import type { CompanyFileStatus, ConnectionSummary } from './queries.ts'

const transports = { agent: 'Agent', web_connector: 'Web Connector', sandbox: 'Emulator' } as const

/** Returns what serves a company file, in words. */
export function formatTransport({ transport }: Pick<ConnectionSummary, 'transport'>): string {
  return transport === null ? '–' : transports[transport]
}

/** Returns QuickBooks' edition and version. */
export function formatVersion({ product, version }: Pick<ConnectionSummary, 'product' | 'version'>): string {
  if (product === null) return version ?? '–'
  return version === null ? product : `${product} (${version})`
}

/** Returns the agent's token label and version, to follow the word “Agent”. */
export function formatAgent({
  agentTokenLabel,
  agentVersion,
}: Pick<CompanyFileStatus, 'agentTokenLabel' | 'agentVersion'>): string {
  return [agentTokenLabel && ` “${agentTokenLabel}”`, agentVersion && `, version ${agentVersion}`].join('')
}
