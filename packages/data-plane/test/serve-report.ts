// Reads the report in the file named by its first argument, packed as an agent does, and sends it to a slow client.
// Prints the process memory before and at most, and the report's length.
import { readFileSync } from 'node:fs'
import { parseRealmId } from '@bridge/agent-protocol'
import { sendParts } from '@bridge/platform/send-parts'
import { TextParts } from '@bridge/platform/text-parts'
import { parseReport } from '@bridge/translation'
import { toResponse } from '../src/call/response.ts'
import { createCompanyCalendars, runReport } from '../src/call/run-report.ts'
import { openCompanyFile } from '../src/operations/company-file.ts'

const [file = '', name = ''] = process.argv.slice(2)
const realmId = parseRealmId('9000000000000001')
if (realmId === undefined) throw new Error('The realm ID is invalid.')
const now = new Date('2026-03-16T10:00:00Z')
const company = openCompanyFile({
  realmId,
  desktop: { exchange: async () => ({ sent: true, lost: false, response: new Uint8Array(readFileSync(file)) }) },
})

const idleBytes = process.memoryUsage.rss()
const outcome = await runReport(
  { company, calendars: createCompanyCalendars(), clock: () => now },
  parseReport(name, new Map()),
)
const { body } = toResponse({ outcome, time: now }, { docsUrl: '' })
if (!(body instanceof TextParts)) throw new Error('The report is short.')
let bytes = 0
const { stream } = sendParts(body, { maxIdleMs: 60_000, onEnd: () => undefined, onIdle: () => undefined })
for await (const part of stream) bytes += part.length
const peakBytes = process.resourceUsage().maxRSS * 1024
process.stdout.write(JSON.stringify({ idleBytes, peakBytes, bytes, expected: body.byteLength }))
