import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { messageSet, readCall, serializeResult } from '@bridge/simulated-web-connector/testing/scripted-service'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CommandError } from '../terminal/command-error.ts'
import { connector } from './connector.ts'

let folder: string
let server: Server
let url: string
let statusOfGet: number
const received: Record<string, string>[] = []

beforeEach(async () => {
  received.length = 0
  statusOfGet = 200
  folder = await mkdtemp(path.join(tmpdir(), 'connector-'))
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.method === 'GET') return void response.writeHead(statusOfGet).end('Bridge Service')
    const { operation, values } = readCall(Buffer.concat(chunks).toString('utf8'))
    received.push(values)
    const results = {
      authenticate: ['ticket-1', values.strPassword === 'secret' ? '' : 'nvu'],
      sendRequestXML: messageSet('<CompanyQueryRq requestID="1"/>'),
      receiveResponseXML: 100,
      closeConnection: 'OK',
    }
    response.end(serializeResult(operation, results[operation as keyof typeof results] ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

async function run(password: string) {
  const file = path.join(folder, 'Books.qwc')
  const guid = (digit: string) => `{${digit.repeat(8)}-0000-4000-8000-000000000000}`
  await writeFile(
    file,
    `<?xml version="1.0"?><QBWCXML><AppName>Bridge Service</AppName><AppID></AppID><AppURL>${url}/connector</AppURL><AppDescription>Bridge</AppDescription><AppSupport>${url}/docs</AppSupport><UserName>realm-user</UserName><OwnerID>${guid('1')}</OwnerID><FileID>${guid('2')}</FileID><QBType>QBFS</QBType><Scheduler><RunEveryNSeconds>15</RunEveryNSeconds></Scheduler></QBWCXML>`,
  )
  const printed: string[] = []
  const command = { file, password, simulate: true, once: true, signal: new AbortController().signal }
  const exitCode = await connector(command, (line) => void printed.push(line))
  return { exitCode, printed }
}

it('runs an update with an emulated company file next to the .qwc file', async () => {
  const { exitCode, printed } = await run('secret')
  expect(exitCode).toBe(0)
  expect(printed).toEqual([
    `✓ Added Bridge Service, which calls ${url}/connector`,
    expect.stringMatching(/ done: OK \[6 calls, 1 message sets\]$/),
  ])
  expect(received.find(({ response }) => response)?.response).toContain('<CompanyRet>')
  expect(await readdir(folder)).toEqual(['Books.jsonl', 'Books.qwc'])
})

it('prints that the password is wrong', async () => {
  expect((await run('other')).printed.at(-1)).toMatch(/ invalid-user: The user name or password is not valid/)
})

it('adds no application whose address does not respond with 200 to GET', async () => {
  statusOfGet = 404
  await expect(run('secret')).rejects.toThrow(/^QBWC1048: .* responded with status 404, not 200\.$/)
})

it('explains a missing file, address or option', async () => {
  const { signal } = new AbortController()
  const command = { file: undefined, password: 'secret', simulate: true, once: true, signal }
  await expect(connector(command)).rejects.toThrow(CommandError)
  await expect(connector({ ...command, file: 'no-such.qwc' })).rejects.toThrow(/no-such\.qwc cannot be read/)
  await expect(connector({ ...command, file: 'no-such.qwc', simulate: false })).rejects.toThrow(/^Usage/)
})
