import { expect, it } from 'vitest'
import { describeInstaller, describeWarning } from './describe-installer.ts'

const installer = { name: 'bridge-agent-setup.exe', bytes: 22_690_000 }

it.each([
  [
    { version: '0.1.0', signedBy: 'Example Inc.' },
    'bridge-agent-setup.exe, 22.7 MB, version 0.1.0, signed by Example Inc.',
  ],
  [{ version: '0.1.0', signedBy: null }, 'bridge-agent-setup.exe, 22.7 MB, version 0.1.0, not signed'],
  [{ version: undefined, signedBy: undefined }, 'bridge-agent-setup.exe, 22.7 MB'],
])('an installer with %j is “%s”', (about, text) => {
  expect(describeInstaller({ ...installer, ...about })).toBe(text)
})

it('prepares for the warning of Windows of an unsigned installer', () => {
  expect(describeWarning({ signedBy: null })).toContain('“Run anyway”')
  expect([describeWarning({ signedBy: 'Example Inc.' }), describeWarning({ signedBy: undefined })]).toEqual([
    undefined,
    undefined,
  ])
})
