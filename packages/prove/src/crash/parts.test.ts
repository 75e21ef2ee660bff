import { requireRealmId } from '@bridge/agent-protocol'
import { memoryResponseLog } from '@bridge/edge-agent'
import { memoryStorage } from '@bridge/emulator'
import { it } from 'vitest'
import { startAgent } from './parts.ts'
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
