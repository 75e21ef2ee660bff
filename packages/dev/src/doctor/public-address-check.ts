import type { Check, Deployment } from './deployment.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { probe, type Reply, upgradeHeaders } from './probe.ts'

const dayMs = 86_400_000
/** Certificates that renew themselves do so a month before their end. */
const shortDays = 14
/** A body as large as the service accepts. nginx refuses more than 1 MiB unless told otherwise. */
const largeBody = Buffer.alloc(2 * 1024 * 1024, ' ')

/** The public address as clients use it: name, TLS, proxy, and what it passes on. */
export const publicAddressCheck: Check = {
  title: 'Public address',
  needs: [],
  async examine(deployment) {
    const { baseUrl } = deployment
    const ready = await probe(`${baseUrl}/readyz`)
    if ('failure' in ready)
      return [problem(`${baseUrl} cannot be reached: ${ready.failure}.`, adviseOnFailure(ready.failure))]
    const passed = await Promise.all([
      ...surfaceFindings(baseUrl),
      findBodyLimit(baseUrl),
      findBlockedSockets(deployment),
    ])
    const findings = [...findUnready(baseUrl, ready), ...passed.flat(), ...findCertificate(deployment, ready)]
    return findings.length > 0 ? findings : [ok(`${baseUrl} serves pages, API and agents.`)]
  },
}

function adviseOnFailure(failure: string): string {
  if (/certificate|CERT|altnames/i.test(failure))
    return 'Clients refuse it, too. Use a certificate for this name with its whole chain; Node trusts a CA of your own by NODE_EXTRA_CA_CERTS.'
  if (/ENOTFOUND|EAI_AGAIN/.test(failure)) return 'Check BASE_URL, and its record in DNS.'
  return 'Check BASE_URL, the proxy and the firewall; then the first log lines of the server.'
}

function findUnready(baseUrl: string, { status, text }: Exclude<Reply, { failure: string }>): readonly Finding[] {
  if (status === 200 && text.includes('"ok":true')) return []
  if (status === 503 && text.includes('"ok":false'))
    return [problem(`The server behind ${baseUrl} is not ready.`, `It says: ${text.slice(0, 300)}`)]
  return [
    problem(
      `${baseUrl}/readyz responded with ${status}, and not as this service does.`,
      'Another program may have this address, or the proxy sends it elsewhere.',
    ),
  ]
}

const surfaceProbes = [
  { path: '/sign-in', surface: 'pages', status: 200 },
  { path: '/v3/company/1000000000000000/query', surface: 'api', status: 401 },
] as const

/** A proxy in front of servers with one surface each must choose by path. */
function surfaceFindings(baseUrl: string): readonly Promise<readonly Finding[]>[] {
  return surfaceProbes.map(async ({ path, surface, status }) => {
    const reply = await probe(`${baseUrl}${path}`)
    if ('status' in reply && reply.status === status) return []
    const outcome = 'failure' in reply ? reply.failure : `status ${reply.status} instead of ${status}`
    return [
      problem(
        `${path} does not reach a server with the surface ${surface}: ${outcome}.`,
        'docs/operations.md has the paths of each surface (Pages and API).',
      ),
    ]
  })
}

async function findBodyLimit(baseUrl: string): Promise<readonly Finding[]> {
  const headers = { 'content-type': 'application/json' }
  const reply = await probe(`${baseUrl}/v3/company/1000000000000000/invoice`, {
    method: 'POST',
    headers,
    body: largeBody,
  })
  if ('failure' in reply || reply.status !== 413) return []
  return [
    problem(
      'The proxy refuses bodies that the service accepts (413).',
      'Allow 2 MiB: client_max_body_size 2m in nginx.',
    ),
  ]
}

async function findBlockedSockets({ baseUrl, settings }: Deployment): Promise<readonly Finding[]> {
  const reply = await probe(`${baseUrl}/agent`, { headers: upgradeHeaders })
  // A gateway refuses an agent without a token.
  if ('status' in reply && reply.status === 401) return []
  const outcome = 'failure' in reply ? reply.failure : `status ${reply.status} instead of 401`
  const proxy = 'The proxy must pass the headers Upgrade and Connection on, and /agent to a gateway'
  return [
    problem(
      `Agents cannot connect at ${baseUrl}/agent: ${outcome}.`,
      settings.GATEWAY_URL === undefined
        ? `${proxy}; or set GATEWAY_URL, so that servers do.`
        : `${proxy} or a server.`,
    ),
  ]
}

function findCertificate(
  { clock }: Deployment,
  { certificateEnd: end }: Exclude<Reply, { failure: string }>,
): readonly Finding[] {
  if (end === undefined) return []
  const days = Math.floor((end.getTime() - clock().getTime()) / dayMs)
  if (days >= shortDays) return []
  return [
    warning(
      `The certificate ends in ${days} days, on ${end.toISOString().slice(0, 10)}.`,
      'Renew it. Clients and agents refuse it after that.',
    ),
  ]
}
