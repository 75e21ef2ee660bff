import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@bridge/database/testing'
import { expect, it } from 'vitest'

it('ends the server with one line when its database refuses it', async () => {
  const test = await createTestDatabase()
  const url = Object.assign(new URL(test.url), { password: 'wrong' }).href
  const secret = 'a secret of more than 32 characters'
  const child = spawn(process.execPath, ['server.ts'], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: {
      NODE_ENV: 'test',
      PATH: '/usr/bin:/bin',
      DATABASE_URL: url,
      MACHINE_SECRET: secret,
      SESSION_SECRET: secret,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [lines, logged, [code]] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'exit')])
  expect([code, lines, logged]).toEqual([1, '✗ The database refuses the password of DATABASE_URL (28P01).\n', ''])
  await test.drop()
})
