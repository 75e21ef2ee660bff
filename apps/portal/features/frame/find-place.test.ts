import { describe, expect, it } from 'vitest'
import { findPlaces } from './find-place.ts'

const origin = 'https://bridge.example'
const names = {
  organizationPath: '/orgs/acme',
  companyFiles: [{ id: '1234567890123456', name: 'Rock Castle' }],
  apps: [{ id: 'svcc_abc', name: 'Payroll' }],
}
const id = '4f1c2f3e-8a55-4f6e-9d0b-0c8b5c1a2b3c'

describe('a pasted ID', () => {
  it.each([
    ['a realm ID', ' 1234567890123456\n', 'Rock Castle', '/orgs/acme/company-files/1234567890123456'],
    [
      'an unknown realm ID',
      '6543210987654321',
      'Company file 6543210987654321',
      '/orgs/acme/company-files/6543210987654321',
    ],
    ['a client ID', 'svcc_abc', 'Payroll', '/orgs/acme/apps/svcc_abc'],
    ['an X-Request-Id', id, `Request ${id}`, `/orgs/acme/requests?trace=${id}`],
    ['a requestid', 'invoice-17', 'Requests with requestid invoice-17', '/orgs/acme/requests?requestid=invoice-17'],
    [
      'an API address',
      'https://bridge.example/v3/company/1234567890123456/invoice/12?minorversion=4',
      'Requests to /v3/company/1234567890123456/invoice/12',
      '/orgs/acme/requests?file=1234567890123456&text=%2Fv3%2Fcompany%2F1234567890123456%2Finvoice%2F12',
    ],
    ['the address of a page', 'https://bridge.example/docs/errors', '/docs/errors', '/docs/errors'],
  ])('leads from %s to its place', (_kind, pasted, label, href) => {
    expect(find(pasted)[0]).toEqual([label, href])
  })

  it('leads from an API address to its company file and its entity, too', () => {
    expect(find('/v3/company/1234567890123456/invoice/12').slice(1)).toEqual([
      ['Rock Castle', '/orgs/acme/company-files/1234567890123456'],
      ['invoice', '/docs/entities/invoice'],
    ])
  })

  it('leads nowhere from words, other sites and very long texts', () => {
    for (const text of ['invoice', 'https://evil.example/docs/errors', '<script>', '1'.repeat(3_000)]) {
      expect(find(text)).toEqual([])
    }
  })

  it('leads to no organization when no one is signed in', () => {
    const signedOut = { ...names, organizationPath: undefined }
    expect(findPlaces('1234567890123456', signedOut, origin)).toEqual([])
  })
})

function find(text: string) {
  return findPlaces(text, names, origin).map(({ label, href }) => [label, href])
}
