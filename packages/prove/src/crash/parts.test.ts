import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { requireRealmId } from '@bridge/agent-protocol'
import { memoryResponseLog } from '@bridge/edge-agent'
import { memoryStorage } from '@bridge/emulator'
import { expect, it } from 'vitest'
import { startAgent, steps } from './parts.ts'
import { simulatedDesktops } from './simulated-desktops.ts'

it('does not wait for the connection of an agent that is killed while it connects', async () => {
  const disk = { storage: memoryStorage(), responses: memoryResponseLog() }
  const agent = await startAgent(
    { isFatal: () => false },
    {
      url: 'http://127.0.0.1:1',
      token: 'svca_test',
      company: { realmId: requireRealmId('9000000000000001'), disk },
      desktops: simulatedDesktops(),
    },
  )
  const connected = agent.connected()
  agent.killSwitch.kill()
  await connected
  await agent.dispose()
})

it('names steps by texts that the sources have', () => {
  const repository = path.join(import.meta.dirname, '../../../..')
  const sources = [
    'packages/data-plane/src',
    'packages/control-plane/src',
    'packages/sandbox/src',
    'apps/agent-gateway/src',
    'apps/sandbox-host/src',
  ]
    .flatMap((folder) => readdirSync(path.join(repository, folder), { recursive: true, withFileTypes: true }))
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'))
    .join('')
  const texts = Object.values(steps).flatMap((names) => Object.keys(names))
  expect(texts.filter((text) => !sources.includes(text))).toEqual([])
})
