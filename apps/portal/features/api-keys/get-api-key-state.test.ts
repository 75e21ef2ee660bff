import { describe, expect, it } from 'vitest'
import { getApiKeyState } from './get-api-key-state.ts'

const now = Date.parse('2026-03-31T00:00:00Z')

describe('the state of an API key', () => {
  it.each([
    ['2026-03-30T00:00:00Z', null, null, 'active'],
    ['2026-03-01T00:00:00Z', null, null, 'unused'],
    ['2026-01-01T00:00:00Z', '2026-03-01T00:00:01Z', null, 'active'],
    ['2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z', null, 'unused'],
    ['2026-03-30T00:00:00Z', '2026-03-30T00:00:00Z', '2026-03-31T00:00:00Z', 'expired'],
  ])('is derived from its times: created %s, used %s, expires %s', (createdAt, lastUsedAt, expiresAt, state) => {
    expect(getApiKeyState({ createdAt, lastUsedAt, expiresAt }, now)).toBe(state)
  })
})
