import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addApplication } from './add-application.ts'
import type { QuickBooks } from './quickbooks.ts'
import { simulateQuickBooks } from './simulated-quickbooks.ts'

const pairs = {
  first: ['{0C5AF0B1-0000-4000-8000-000000000001}', '{0C5AF0B1-0000-4000-8000-000000000002}'],
  second: ['{0C5AF0B1-0000-4000-8000-000000000003}', '{0C5AF0B1-0000-4000-8000-000000000004}'],
} as const
let server: Server
let url: string
let company: ReturnType<typeof openCompany>
let quickBooks: QuickBooks

beforeAll(async () => {
  server = createServer((_request, response) => response.end('Bridge Service'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://localhost:${(server.address() as AddressInfo).port}/connector`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  const clock = () => new Date('2026-03-16T12:00:00Z')
  company = openCompany({ storage: memoryStorage(), clock, random: () => 0.5, template: 'starter' })
  quickBooks = simulateQuickBooks({ company, companyFile: 'C:\\Books.QBW', clock })
})

function qwc([ownerId, fileId]: readonly [string, string]): string {
  return `<QBWCXML><AppName>Bridge</AppName><AppID /><AppURL>${url}</AppURL><AppDescription>Test</AppDescription><AppSupport>${url}</AppSupport><UserName>a</UserName><OwnerID>${ownerId}</OwnerID><FileID>${fileId}</FileID><QBType>QBFS</QBType></QBWCXML>`
}

describe('addApplication', () => {
  it('adds an application to the open company file', async () => {
    expect(await addApplication(qwc(pairs.first), quickBooks)).toMatchObject({ fileId: pairs.first[1] })
  })

  it('refuses a pair that the company file has, whichever PC added it, and accepts another one', async () => {
    await addApplication(qwc(pairs.first), quickBooks)
    const otherPc = simulateQuickBooks({
      company,
      companyFile: 'Z:\\Books.QBW',
      machine: 'FRONT-DESK',
      clock: () => new Date(0),
    })
    for (const pc of [quickBooks, otherPc]) {
      await expect(addApplication(qwc(pairs.first), pc)).rejects.toThrow(
        'QBWC1039: There was a problem adding the application: Unique OwnerID/FileID pair value required.',
      )
    }
    expect(await addApplication(qwc(pairs.second), otherPc)).toMatchObject({ fileId: pairs.second[1] })
  })

  it('refuses a file while no company file is open', async () => {
    company.switches.companyFileClosed = true
    await expect(addApplication(qwc(pairs.first), quickBooks)).rejects.toThrow(/QBWC1039: .*no company file open/)
  })
})
