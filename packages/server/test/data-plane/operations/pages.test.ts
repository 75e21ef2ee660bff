import { createRecordingDesktop } from '@bridge/data-plane/testing/recording-desktop'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../../bridge.fixture.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge({ productionDesktop: createRecordingDesktop() })
})
afterAll(() => bridge.stop())

describe.each(['sandbox', 'production'] as const)('in a %s realm', (kind) => {
  const call = async (path: string, json?: unknown) => {
    const target = kind === 'sandbox' ? bridge : bridge.production
    const response = await target.call(path, json === undefined ? {} : { json })
    expect([response.status, response.body.Fault]).toEqual([200, undefined])
    return response.body
  }
  const query = async (text: string) => (await call(`/query?query=${encodeURIComponent(text)}`)).QueryResponse
  const getNames = async (startPosition: number, count: number): Promise<readonly string[]> => {
    const text = `SELECT DisplayName FROM Customer STARTPOSITION ${startPosition} MAXRESULTS ${count}`
    return ((await query(text)).Customer ?? []).map(({ DisplayName }: { DisplayName: string }) => DisplayName)
  }

  it('shows each record once although others are created between the pages', async () => {
    const before = await getNames(1, 1_000)
    const shown: string[] = []
    for (let page = 0; shown.length === page * 4; page++) {
      shown.push(...(await getNames(page * 4 + 1, 4)))
      // In the order of QuickBooks Desktop it is before all others.
      if (page < 3) await call('/customer', { DisplayName: `000 Created after page ${page}` })
    }
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown.toSorted()).toEqual(
      [...before, ...[0, 1, 2].map((page) => `000 Created after page ${page}`)].toSorted(),
    )
  })

  it('shows what was created before the first page', async () => {
    await getNames(5, 4)
    await call('/customer', { DisplayName: '000 Before the first page' })
    expect(await getNames(1, 1)).toEqual(['000 Before the first page'])
  })

  it('counts what the pages show [dp-4.3.4]', async () => {
    const { totalCount } = await query('SELECT COUNT(*) FROM Item')
    expect((await query('SELECT Id FROM Item MAXRESULTS 1000')).maxResults).toBe(totalCount)
  })
})
