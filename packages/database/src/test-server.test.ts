import { expect, it } from 'vitest'
import { startTestServer } from './test-server.ts'

it('starts a server that runs again with its data, however it was ended', async () => {
  const server = await startTestServer()
  try {
    const { id } = await server.database.organization.create({ data: { name: 'Kept', slug: 'kept' } })
    // Queries fail until the pool's ended connections are replaced.
    const findName = () =>
      server.database.organization.findUnique({ where: { id } }).then(
        (found) => found?.name,
        () => 'unknown',
      )
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      await server.end(signal)
      await expect.poll(findName).toBe('Kept')
    }
  } finally {
    await server.stop()
  }
})
