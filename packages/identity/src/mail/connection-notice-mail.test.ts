import { expect, it } from 'vitest'
import { connectionNoticeMail } from './connection-notice-mail.ts'

it('keeps the names in an email from turning its sentences around', () => {
  const { subject, text, html } = connectionNoticeMail('bridge.example', {
    clientName: 'Safe\u202E',
    realmName: 'שלום',
    orgName: 'Acme\u2069',
    consenter: 'ada@example.com',
    link: 'https://bridge.example/orgs/acme',
  })
  expect(subject).toBe('Safe was connected to \u2068שלום\u2069')
  expect(html).toContain('<bdi>Safe</bdi> was connected to <bdi>שלום</bdi></h1>')
  expect(html).toContain('<title>Safe was connected to \u2068שלום\u2069</title>')
  expect(html).toContain('a company file of <bdi>Acme</bdi>.')
  expect(text).toContain('connected the app Safe to \u2068שלום\u2069, a company file of Acme.')
  expect(subject + text + html).not.toContain('\u202E')
})
