import { type ExchangeOutcome, requireRealmId } from '@bridge/agent-protocol'
import { describe, expect, it } from 'vitest'
import { type Desktop, decorateDesktop, offline } from './desktop.ts'

const realmId = requireRealmId('1234567890123456')

class RecallingDesktop implements Desktop {
  readonly #outcome: ExchangeOutcome = { sent: true, lost: true, reason: 'connection' }

  async exchange(): Promise<ExchangeOutcome> {
    return this.#outcome
  }

  async recall(): Promise<ExchangeOutcome> {
    return this.#outcome
  }
}

describe('a decorated desktop', () => {
  it('exchanges as decorated, and recalls as before', async () => {
    const decorated = decorateDesktop(new RecallingDesktop(), async () => offline)
    expect(await decorated.exchange(realmId, '', { kind: 'read' })).toEqual(offline)
    expect(await decorated.recall?.(realmId, 'id')).toMatchObject({ lost: true })
  })

  it('omits recall where the desktop has none', () => {
    const decorated = decorateDesktop({ exchange: async () => offline }, async () => offline)
    expect('recall' in decorated).toBe(false)
  })
})
