import { createHmac, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { hashSecret, isWellFormedSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import { toNetwork } from '@bridge/platform/network'
import { problemResponse } from '@bridge/platform/problem-response'
import { toProblem } from '@bridge/platform/to-problem'
import {
  createRedactor,
  isShortExchange,
  maxReportBytes,
  parseTruthReport,
  type ReportExchange,
  redactAgain,
  redactFacts,
  type TruthReport,
} from '@bridge/truth'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { requireAllowed } from '../services/count-caller.ts'
import type { Services } from '../services/services.ts'
import {
  findReportingAgent,
  type ReportingAgent,
  storeTruthReport,
  type TruthReportKind,
} from './truth-report.store.ts'

type ReportServices = Pick<
  Services,
  'database' | 'clock' | 'changes' | 'clientAddress' | 'visitorLimiter' | 'truthReportLimiter'
>

const compress = promisify(gzip)

/**
 * Creates the endpoint at which agents send what they found in QuickBooks, to be mounted at `/agent/truth`. A report is
 * redacted again: an agent may be old, or not ours.
 */
export function createTruthReports(services: ReportServices): Hono {
  const app = new Hono()
  const tooLarge = new Problem('invalid_request', `The report is larger than ${maxReportBytes / 1024 / 1024} MiB.`)
  const limitBody = bodyLimit({ maxSize: maxReportBytes, onError: () => problemResponse(tooLarge) })
  app.post('/', async (context) => {
    try {
      const address = services.clientAddress(context)
      // Before the body is read: only an agent may send one.
      const agent = await authenticate(services, address, context.req.header('authorization'))
      const refused = await limitBody(context, async () => undefined)
      if (refused !== undefined) return refused
      const id = await receive(services, agent, address, await context.req.text())
      return Response.json({ id }, { status: 201, headers: { 'Cache-Control': 'no-store' } })
    } catch (error) {
      const problem = toProblem(error)
      if (problem.code === 'internal_error') throw error
      return problemResponse(problem)
    }
  })
  app.all('/', () => problemResponse(new Problem('not_found', 'An agent sends its report with POST.')))
  return app
}

/** @throws Problem `unauthenticated`, `rate_limited` */
async function authenticate(
  { database, visitorLimiter, truthReportLimiter }: ReportServices,
  address: string,
  authorization: string | undefined,
): Promise<ReportingAgent> {
  const token = /^Bearer (svca_\w{1,64})$/.exec(authorization ?? '')?.[1]
  const isWellFormed = token !== undefined && isWellFormedSecret('svca_', token)
  const agent = isWellFormed ? await findReportingAgent(database, hashSecret(token)) : undefined
  if (agent === undefined) {
    requireAllowed('This address', await visitorLimiter.consume(toNetwork(address)))
    throw new Problem('unauthenticated', 'The agent token is missing, wrong or revoked.')
  }
  const { allowed, limit, resetSeconds } = await truthReportLimiter.consume(agent.realmId)
  if (allowed) return agent
  const message = `The agent has sent its ${limit} reports for this hour. Wait ${resetSeconds} s.`
  throw new Problem('rate_limited', message, {}, resetSeconds)
}

/** Stores a report, and returns its ID. @throws Problem `invalid_request`, `forbidden` */
async function receive(
  { database, clock, changes }: ReportServices,
  agent: ReportingAgent,
  address: string,
  body: string,
): Promise<string> {
  const report = parseTruthReport(body)
  if (report === undefined || !report.exchanges.every(isShortExchange)) {
    throw new Problem('invalid_request', 'The body is not a report of an agent.')
  }
  if (report.file === 'sample') {
    const message = 'A report of the sample company has its texts. Send it to the operator of the service by email.'
    throw new Problem('invalid_request', message)
  }
  const kind = getKind(report)
  if (kind === 'recording' && !agent.allowsRecording) {
    throw new Problem('forbidden', 'The setting “Allow recordings” of this company file is off.')
  }
  const redacted = await redact(report)
  const id = await storeTruthReport(database, {
    ...agent,
    kind,
    report: redacted,
    content: await compress(JSON.stringify(redacted)),
    receivedAt: clock(),
    address,
  })
  await changes.publish('portal')
  return id
}

function getKind({ rows, exchanges }: TruthReport): TruthReportKind {
  if (rows.length === 0) return 'recording'
  return exchanges.length === 0 ? 'first' : 'checks'
}

/** Redacts a report, one exchange after the other, so that requests are served in between. */
async function redact(report: TruthReport): Promise<TruthReport> {
  const key = randomBytes(32)
  const redactor = createRedactor((text) => createHmac('sha256', key).update(text).digest('hex'))
  const exchanges: ReportExchange[] = []
  for (const exchange of report.exchanges) {
    await setImmediate()
    exchanges.push(redactAgain(exchange, redactor))
  }
  return { ...redactFacts(report), exchanges }
}
