import type { ExplorerInput } from '@bridge/control-plane/explorer/explorer-call'
import type { Desktop } from '@bridge/data-plane/desktop/desktop'
import { type Credential, startAdmin } from './admin.fixture.ts'

/**
 * Starts a server with an organization, whose company file always returns `response`, and calls the Explorer's
 * procedures.
 */
export async function startExplorer({
  clock,
  response = '<QBXML/>',
}: {
  readonly clock?: () => Date
  readonly response?: string
} = {}) {
  const sent: string[] = []
  const productionDesktop: Desktop = {
    async exchange(_realmId, messageSet) {
      sent.push(messageSet)
      return { sent: true, lost: false, response, timing: { queueMs: 3, desktopMs: 4 } }
    },
  }
  const admin = await startAdmin({ productionDesktop, ...(clock && { clock }) })
  const org = await admin.organization()

  const procedure = async (name: string, credential: Credential, input: object) => {
    const response = await admin.app.request(`/trpc/explorer.${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credential },
      body: JSON.stringify(input),
    })
    const text = await response.text()
    const parsed = text.startsWith('{') ? JSON.parse(text) : {}
    return { status: response.status, data: parsed.result?.data, problem: parsed.error?.data?.problem?.code }
  }
  const access = async (credential: Credential, realmId: string) => {
    const input = encodeURIComponent(JSON.stringify({ realmId }))
    const response = await admin.app.request(`/trpc/explorer.access?input=${input}`, { headers: credential })
    return (await response.json()).result?.data
  }
  const send = (credential: Credential, call: Pick<ExplorerInput, 'realmId'> & Partial<ExplorerInput>) =>
    procedure('send', credential, { method: 'GET', path: '/companyinfo', query: '', body: null, ...call })

  return { admin, org, sent, procedure, access, send, stop: admin.stop }
}

export type TestExplorer = Awaited<ReturnType<typeof startExplorer>>
