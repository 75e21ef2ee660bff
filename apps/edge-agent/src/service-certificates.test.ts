import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createCertificates, type ServerCertificate } from '../test/certificates.ts'

const program = fileURLToPath(new URL('../test/call-service.ts', import.meta.url))
const certificates = createCertificates(new Date())

let folder: string
let authorities: string
let server: Server
let requests: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certificates-'))
  authorities = join(folder, 'authority.pem')
  await writeFile(authorities, certificates.authority)
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts a service refusing every request, and returns what an agent trusting the test authority gets. */
async function call(certificate: ServerCertificate) {
  requests = []
  server = createServer({ ...certificate }, (request, response) => {
    requests.push(`${request.method} ${request.headers.authorization ?? ''}`)
    response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { stdout } = await promisify(execFile)(process.execPath, [program, address], {
    env: { NODE_ENV: 'test', NODE_EXTRA_CA_CERTS: authorities },
  })
  return { address, ...(JSON.parse(stdout) as Record<'pairing' | 'serving' | 'update', string>) }
}

it('sends code and token to a service with a certificate for its address', async () => {
  const { address, pairing, serving, update } = await call(certificates.right)
  expect(pairing).toBe(`There is no Bridge Service at ${address} (status 404). Check the address.`)
  expect(serving).toBe('refused')
  expect(update).toBe(`${address}/ responded with the status 404.`)
  expect(requests).toEqual(['POST ', 'GET Bearer svca_test', 'GET '])
})

it.each([
  ['that it has signed itself', certificates.selfSigned, /unable to verify|self-signed/],
  ['that has expired', certificates.expired, /certificate has expired/],
  ['for another host', certificates.otherHost, /does not match certificate/],
])('sends neither code nor token to a service with a certificate %s, and says so', async (_which, given, problem) => {
  const { pairing, serving, update } = await call(given)
  expect(pairing).toMatch(problem)
  expect(pairing).toMatch(/^https:\/\/127\.0\.0\.1:\d+ cannot be reached: .* Check the address and the network\.$/)
  expect(serving).toMatch(problem)
  expect(update).toMatch(problem)
  expect(requests).toEqual([])
})
