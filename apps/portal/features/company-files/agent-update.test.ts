import { describe, expect, it } from 'vitest'
import { findManualUpdate } from './agent-update.ts'

describe('a release of the agent', () => {
  const release = { version: '0.10.0', asksAdmin: true }

  it('needs a person at a PC with an earlier version if QuickBooks asks its Admin', () => {
    expect(findManualUpdate(release, '0.9.0')).toBe('0.10.0')
  })

  it.each([
    ['that version', release, '0.10.0'],
    ['a later one', release, '0.11.0'],
    ['no agent yet', release, null],
    ['a release that agents install by themselves', { ...release, asksAdmin: false }, '0.9.0'],
    ['no release', undefined, '0.9.0'],
  ])('needs no one with %s', (_name, offered, version) => {
    expect(findManualUpdate(offered, version)).toBeUndefined()
  })
})
