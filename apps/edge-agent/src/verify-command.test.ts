import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseTruthReport } from '@bridge/truth'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openSampleCompany, realmId } from '../test/com-desktop.fixture.ts'
import { companyPath, openForVerify, verifyCompany, verifyOptions } from '../test/verify.fixture.ts'
import type { ComHost } from './quickbooks/com-host.ts'
import type { Bits } from './quickbooks/com-hosts.ts'
import { getAgentFolder } from './settings/agent-folder.ts'
import type { AgentSettings } from './settings/agent-settings.ts'
import { SendReportError } from './verify/send-report.ts'
import { offerReport, verifyQuickBooks } from './verify-command.ts'

/** Runs the command without a person. Returns what it prints, and the folder with the reports. */
async function run(
  args: readonly string[],
  companyFiles: Record<string, string> = { [realmId]: companyPath },
  pairings: AgentSettings['pairings'] = {},
) {
  const folder = getAgentFolder(await mkdtemp(path.join(tmpdir(), 'verify-')))
  onTestFinished(() => rm(folder.path, { recursive: true }))
  let printed = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  const quickBooks = openForVerify(openSampleCompany())
  const sent: unknown[][] = []
  const startHost = (bits: Bits) => {
    const host = quickBooks.startHost(bits)
    const request: ComHost['request'] = (...call) => {
      sent.push(call)
      return host.request(...call)
    }
    return { ...host, request }
  }
  const { clock, wait } = verifyOptions
  try {
    const settings = { opensQuickBooks: false, companyFiles, pairings }
    await verifyQuickBooks(args, { folder, settings, startHost, findReceiver: async () => undefined, clock, wait })
  } finally {
    write.mockRestore()
    process.exitCode = undefined
  }
  return { printed, sent, reports: path.join(folder.path, 'checks') }
}

it('prints twelve rows, and stores a report that can be read', async () => {
  const { printed, reports } = await run(['--first'])
  expect(printed.match(/^(?:ok|DIFFERS|noted|skipped) +A\d+ /gm)).toHaveLength(12)
  expect(printed).toContain('It has no names, amounts or other texts from the company file.')
  const [file = ''] = await readdir(reports)
  expect(printed).toContain(file)
  expect(parseTruthReport(await readFile(path.join(reports, file), 'utf8'))?.rows).toHaveLength(12)
})

it('opens the pinned file by its path, and under the name that QuickBooks knows', async () => {
  const applicationName = 'Bridge Service for Riverside (9130347957983546)'
  const { sent } = await run([], undefined, { [realmId]: { choice: 1, applicationName } })
  const calls = sent.filter(([word]) => word === 'call').map(([, ...call]) => call)
  const names = calls.filter(([method]) => method === 'OpenConnection2').map(([, , name]) => name)
  expect(new Set(names)).toEqual(new Set([applicationName]))
  expect(calls).toContainEqual(['BeginSession', companyPath, 2])
})

it.each([
  [['--sample'], /not a sample company/],
  [['--writes'], /--writes needs --sample/],
  [['--surprise'], /See --help/],
])('refuses %j with a reason', async (args, reason) => {
  await expect(run(args)).rejects.toThrow(reason)
})

it('refuses to check an agent that has served no company file', async () => {
  await expect(run([], {})).rejects.toThrow('has served no company file yet')
})

describe('a report', () => {
  /** Starts a service that responds with a status, offers it a report, and returns what the service got. */
  async function offer(typed: string, status = 201) {
    const received: { authorization: string | undefined; body: string }[] = []
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      received.push({ authorization: request.headers.authorization, body: Buffer.concat(chunks).toString() })
      response.writeHead(status).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const report = await verifyCompany(openSampleCompany(), { onlyFirst: true })
    const sent = offerReport(report, { url, token: 'svca_test' }, { ask: async () => typed, write: () => undefined })
    return { sent, received, report }
  }

  it('is sent with the token of the agent if the person says so', async () => {
    const { sent, received, report } = await offer('y')
    expect(await sent).toBe(true)
    expect(received).toEqual([{ authorization: 'Bearer svca_test', body: JSON.stringify(report) }])
  })

  it('stays on the PC otherwise', async () => {
    const { sent, received } = await offer('')
    expect(await sent).toBe(false)
    expect(received).toEqual([])
  })

  it.each([
    [401, /token was revoked/],
    [404, /does not take reports yet/],
    [429, /in an hour/],
    [302, /status 302/],
  ])('is not sent where the service responds with %i, and says why', async (status, reason) => {
    const { sent } = await offer('y', status)
    await expect(sent).rejects.toThrow(SendReportError)
    await expect(sent).rejects.toThrow(reason)
  })
})
