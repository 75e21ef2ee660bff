import { fileURLToPath } from 'node:url'
import { findFreePort } from '@bridge/database/free-port'
import { startService } from '@bridge/harness/start-service'
import { execa } from 'execa'
import { expect, it, onTestFinished } from 'vitest'

const program = fileURLToPath(new URL('create-tenant.ts', import.meta.url))

it('signs up by email, and connects an app to the sandbox', async () => {
  const port = await findFreePort()
  const smtp = { url: `smtp://127.0.0.1:${port}`, from: 'bridge@bridge.example' }
  const service = await startService({ sandboxHost: true, api: { config: { smtp } } })
  onTestFinished(() => service.close())
  const { stdout } = await execa(process.execPath, [program, service.origin, String(port)])
  const { realmId, token } = JSON.parse(stdout)
  const response = await fetch(`${service.origin}/v3/company/${realmId}/companyinfo/${realmId}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  })
  expect(response.status).toBe(200)
})
