import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../bridge.fixture.ts'
import { countVerdicts, sendDocumentedFields } from '../documented-fields/send-documented-fields.fixture.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge({ config: { restRequestsPerMinute: 1_000_000, sandboxCallsPerDay: 1_000_000 } })
})
afterAll(() => bridge.stop())

/** Returns all warnings of a call from the request log. */
async function findWarnings(traceId: string | null): Promise<readonly string[]> {
  await bridge.requestLog.flush()
  const logged = await bridge.database.loggedRequest.findFirstOrThrow({ where: { traceId: traceId ?? '' } })
  return (logged.warnings ?? []) as string[]
}

it('returns each documented field as it was sent, or names it in a fault or a warning [dp-1.3]', async () => {
  const findings = await sendDocumentedFields({
    call: bridge.call,
    findWarnings: ({ headers }) => findWarnings(headers.get('x-request-id')),
  })
  expect(findings.filter(({ verdict }) => verdict === 'silent')).toEqual([])
  const counts = countVerdicts(findings)
  process.stdout.write(`documented fields: ${JSON.stringify(counts)}\n`)
  expect(counts.returned).toBeGreaterThan(900)
  expect(counts.fault).toBeGreaterThan(900)
  expect(counts.warning).toBeGreaterThan(300)
}, 300_000)
