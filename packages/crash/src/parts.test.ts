import { memoryResponseLog } from '@bridge/edge-agent'
import { memoryStorage } from '@bridge/emulator'
import { it } from 'vitest'
import { startAgent } from './parts.ts'

it('does not wait for the connection of an agent that is killed while it connects', async () => {
  const disk = { storage: memoryStorage(), responses: memoryResponseLog() }
  const agent = startAgent({ isFatal: () => false }, 'http://127.0.0.1:1', 'svca_test', disk)
  const connected = agent.connected()
  agent.killSwitch.kill()
  await connected
  await agent.dispose()
})
