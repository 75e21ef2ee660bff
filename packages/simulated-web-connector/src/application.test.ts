import { describe, expect, it } from 'vitest'
import { parseQwcFile, QwcFileError } from './application.ts'

function qwc(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const elements: Record<string, string | undefined> = {
    AppName: 'Bridge Service 1234567890123456',
    AppID: '',
    AppURL: 'https://bridge.example/connector',
    AppDescription: 'Bridge Service for Smith &amp; Sons',
    AppSupport: 'https://bridge.example/docs',
    UserName: 'realm-user',
    OwnerID: '{0C5AF0B1-0000-4000-8000-000000000001}',
    FileID: '{0C5AF0B1-0000-4000-8000-000000000002}',
    QBType: 'QBFS',
    Scheduler: '<RunEveryNSeconds>15</RunEveryNSeconds>',
    ...changes,
  }
  const printed = Object.entries(elements).map(([name, text]) =>
    text === undefined ? '' : `<${name}>${text}</${name}>`,
  )
  return `\ufeff<?xml version="1.0" encoding="utf-8"?>\n<QBWCXML>\n  ${printed.join('\n  ')}\n</QBWCXML>\n`
}

describe('A .qwc file', () => {
  it('describes an application', () => {
    expect(parseQwcFile(qwc())).toEqual({
      name: 'Bridge Service 1234567890123456',
      url: 'https://bridge.example/connector',
      supportUrl: 'https://bridge.example/docs',
      userName: 'realm-user',
      ownerId: '{0C5AF0B1-0000-4000-8000-000000000001}',
      fileId: '{0C5AF0B1-0000-4000-8000-000000000002}',
      style: 'Document',
      runEverySeconds: 15,
    })
  })

  it('may state minutes, no interval, and RPC', () => {
    expect(parseQwcFile(qwc({ Scheduler: '<RunEveryNMinutes>2</RunEveryNMinutes>' })).runEverySeconds).toBe(120)
    expect(parseQwcFile(qwc({ Scheduler: undefined })).runEverySeconds).toBeUndefined()
    expect(parseQwcFile(qwc({ Style: 'RPC' })).style).toBe('RPC')
  })

  it.each(['http://localhost:4000', 'http://office-server', 'https://localhost'])('may name %s', (host) => {
    const file = qwc({ AppURL: `${host}/connector`, AppSupport: `${host}/docs` })
    expect(parseQwcFile(file).url).toBe(`${host}/connector`)
  })

  it.each([
    ['AppName', ''],
    ['AppID', undefined],
    ['AppURL', 'http://bridge.example/connector'],
    ['AppURL', 'bridge'],
    ['AppSupport', 'https://other.example/docs'],
    ['AppDescription', 'x'.repeat(81)],
    ['OwnerID', '0C5AF0B1-0000-4000-8000-000000000001'],
    ['FileID', undefined],
    ['QBType', 'QBPOS'],
    ['Scheduler', '<RunEveryNHours>1</RunEveryNHours>'],
  ])('is refused with the %s %j', (name, text) => {
    expect(() => parseQwcFile(qwc({ [name]: text }))).toThrow(QwcFileError)
  })

  it.each([
    ['QBWC1000', { AppSupport: 'https://other.example/docs' }],
    ['QBWC1001', { AppURL: 'https://192.0.2.7/connector', AppSupport: 'https://192.0.2.7/docs' }],
    ['QBWC1001', { AppURL: 'http://127.0.0.1:4000/connector' }],
    ['QBWC1001', { AppURL: 'https://[2001:db8::7]/connector' }],
    ['QBWC1002', { AppSupport: 'https://192.0.2.7/docs' }],
    ['QBWC1010', { AppURL: 'http://bridge.example/connector' }],
  ])('is refused as %s with %j', (code, changes) => {
    expect(() => parseQwcFile(qwc(changes))).toThrow(code)
  })

  it.each(['', '<QBWCXML>', '<html></html>', '<!DOCTYPE QBWCXML><QBWCXML></QBWCXML>'])('is refused as %j', (text) => {
    expect(() => parseQwcFile(text)).toThrow(QwcFileError)
  })
})
