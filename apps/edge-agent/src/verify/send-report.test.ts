import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TruthReport } from '@bridge/truth'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sendReport } from './send-report.ts'

const report: TruthReport = {
  format: 1,
  at: '2026-03-02T09:00:00.000Z',
  file: 'books',
  agentVersion: '0.1.0',
  system: 'Windows',
  quickBooks: { product: 'QuickBooks Pro 2021', release: '31.0' },
  rows: [],
  exchanges: [],
}

let status = 201
let requests: { readonly path: string | undefined; readonly authorization: string | undefined; readonly body: string }[]
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString()
  })
  request.on('end', () => {
    requests.push({ path: request.url, authorization: request.headers.authorization, body })
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end()
  })
})

beforeEach(async () => {
  requests = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

function send(): Promise<void> {
  const { port } = server.address() as AddressInfo
  return sendReport({ url: `ws://127.0.0.1:${port}/agent?realm=1`, token: 'svca_1', report })
}

it('sends a report with the token of the agent', async () => {
  status = 201
  await send()
  expect(requests).toEqual([{ path: '/agent/truth', authorization: 'Bearer svca_1', body: JSON.stringify(report) }])
})

it.each([
  [401, 'does not accept the token'],
  [404, 'does not accept reports'],
  [413, 'too large'],
  [429, 'enough reports'],
  [302, 'failed with the status 302'],
])('says why a service with the status %i did not store a report', async (code, reason) => {
  status = code
  await expect(send()).rejects.toThrow(new RegExp(`${reason}.*email`))
})
