import { expect, it } from 'vitest'
import { getInstallerFileName } from './installer-file-name.ts'

it.each([
  ['https://bridge.example', 'bridge-agent-setup-K7PM2XQAC-bridge.example.exe'],
  ['https://bridge-1.example:8443', 'bridge-agent-setup-K7PM2XQAC-bridge-1.example_8443.exe'],
  ['http://localhost:3000', 'bridge-agent-setup-K7PM2XQAC-localhost_3000.exe'],
  ['http://127.0.0.1:3000', 'bridge-agent-setup-K7PM2XQAC-127.0.0.1_3000.exe'],
  ['https://xn--brcke-lva.example', 'bridge-agent-setup-K7PM2XQAC-xn--brcke-lva.example.exe'],
  ['http://bridge.example', 'bridge-agent-setup.exe'],
  ['https://localhost:3000', 'bridge-agent-setup.exe'],
  ['https://[2001:db8::1]', 'bridge-agent-setup.exe'],
])('for %s is %s', (origin, name) => {
  expect(getInstallerFileName(origin, 'K7PM2XQAC')).toBe(name)
})
