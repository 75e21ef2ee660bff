import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@bridge/database/free-port'
import { expect, it } from 'vitest'
import { startStripeEmulator } from './start-stripe-emulator.ts'

it('signs events with another secret after each start', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'stripe-'))
  const secrets: (string | undefined)[] = []
  for (const _start of [1, 2]) {
    const emulator = await startStripeEmulator({ port: await findFreePort(), portalPort: 9, dataFolder })
    secrets.push(emulator.env.STRIPE_WEBHOOK_SECRET)
    await emulator.stop()
  }
  expect(new Set(secrets).size).toBe(2)
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[0-9a-f]{48}$/)
  await rm(dataFolder, { recursive: true })
})
