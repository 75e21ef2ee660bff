import { waitUntil } from '@bridge/harness/wait-until'
import { respondAlways } from '../agents/respond.ts'
import { createHostileCompanyFile, type HostileCompanyFile } from '../target/company-file.ts'
import type { AttackRequest } from '../target/send.ts'
import { sessionCookie } from '../target/session-cookie.ts'
import type { Target } from '../target/start-target.ts'

/** What an attack's texts need from a target. */
export type TextTarget = Pick<Target, 'origin' | 'database' | 'attacker' | 'send'>

const encoder = new TextEncoder()
/** The log stores requests every second. */
const maxLoggedMs = 60_000

/** Report cells beginning like zeros, almost at the size limit for the event loop. */
const cells = Array.from({ length: 2 }, () => `${'0'.repeat(110_000)}x`)

/** Responds to a report with these cells in amount columns, and to other queries with nothing. */
export function respondWithCells(request: string): Uint8Array {
  const responses = [...request.matchAll(/<(\w+)Rq requestID="(\w+)"/g)].map(([, name = '', id = '']) => {
    const status = `requestID="${id}" statusCode="${name.endsWith('ReportQuery') ? 0 : 1}" statusSeverity="Info" statusMessage="OK"`
    return `<${name}Rs ${status}>${name.endsWith('ReportQuery') ? report : ''}</${name}Rs>`
  })
  return encoder.encode(`<QBXML><QBXMLMsgsRs>${responses.join('')}</QBXMLMsgsRs></QBXML>`)
}

const types = ['Label', 'OpenBalance', 'RunningBalance']
const columns = types.map(
  (type, index) =>
    `<ColDesc colID="${index + 1}"><ColTitle titleRow="1" value="${type}"/><ColType>${type}</ColType></ColDesc>`,
)
const columnData = cells.map((value, index) => `<ColData colID="${index + 2}" value="${value}"/>`).join('')
const report = `<ReportRet><NumRows>1</NumRows>${columns.join('')}<ReportData><DataRow rowNumber="1"><RowData rowType="vendor" value="A"/><ColData colID="1" value="A"/>${columnData}</DataRow></ReportData></ReportRet>`

/** Cut-off response tags for a write, at the log's size limit. */
export const cutTags = '<iDelRs i'.repeat(7_200)

/** A rejected write with a message ending in beginnings of an error page's address. */
export const manyAddresses = `<QBXML><QBXMLMsgsRs><CustomerAddRs requestID="1" statusCode="3100" statusSeverity="Error" statusMessage="A http://r${'/docs/errors/r'.repeat(3_000)}&#9;"/></QBXMLMsgsRs></QBXML>`

/** An `If-None-Match` tag, almost as long as a request's headers may be. */
export const manyTabs = `a${'\t'.repeat(7_600)}b`

/** A Web Connector address's parameters, almost as long as a request may be. */
export const manyParameters = `/connector${'?L'.repeat(3_800)}`

/** A company file whose agent responds to everything with bytes. */
export interface RespondingFile extends HostileCompanyFile {
  readonly end: () => void
}

/** Connects a new company file's agent. */
export async function connectFile(
  target: TextTarget,
  respond: (request: string) => Uint8Array,
): Promise<RespondingFile> {
  const file = await createHostileCompanyFile(target)
  const agent = file.openAgent()
  await agent.sayHello()
  respondAlways(agent, respond)
  return { ...file, end: () => agent.socket.terminate() }
}

/** Logs a write to which an agent responds with a text. Returns its owner's request for it. */
export async function logWrite(target: TextTarget, response: string): Promise<AttackRequest> {
  const { call, end, realmId } = await connectFile(target, () => encoder.encode(response))
  try {
    await call('/customer', { DisplayName: 'Hostile' })
    const find = () => target.database.loggedRequest.findFirst({ where: { realmId }, select: { id: true } })
    await waitUntil(async () => (await find()) !== null, maxLoggedMs)
    const { session } = target.attacker.members.owner
    return {
      method: 'GET',
      path: `/admin/v1/requests/${(await find())?.id ?? ''}`,
      headers: { cookie: `${sessionCookie}=${session}`, origin: target.origin },
    }
  } finally {
    end()
  }
}
