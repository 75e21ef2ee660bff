import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '@bridge/database/embedded-postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QuickstartError } from './quickstart-error.ts'
import { startBridge } from './start-bridge.ts'
import { takeDataFolder } from './start-lock.ts'

describe('a start that cannot be', () => {
  let dataFolder: string

  beforeEach(async () => {
    dataFolder = await mkdtemp(path.join(tmpdir(), 'start-bridge-'))
  })
  afterEach(() => rm(dataFolder, { recursive: true, force: true }))

  const failureOf = async (options: Partial<Parameters<typeof startBridge>[0]>) => {
    const ports = { port: await findFreePort(), gatewayPort: await findFreePort() }
    const failure: unknown = await startBridge({ dataFolder, ...ports, ...options }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(QuickstartError)
    // Nothing is left behind that would keep the next start from taking the folder.
    await (await takeDataFolder(dataFolder))()
    return failure instanceof Error ? failure.message : ''
  }

  it('names a port that is taken and how to choose another one', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    expect(await failureOf({ port })).toBe(
      `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 100} npm start`,
    )
    await new Promise((resolve) => other.close(resolve))
  })

  it('names a database folder that is broken', async () => {
    await mkdir(path.join(dataFolder, 'postgres', 'cluster'), { recursive: true })
    await writeFile(path.join(dataFolder, 'postgres', 'cluster', 'rubbish'), '')
    const message = await failureOf({})
    expect(message).toMatch(/^The database folder .* cannot be used: .*--reset/)
    expect(message).not.toContain('\n')
  })

  it('names a database server that does not answer', async () => {
    const port = await findFreePort()
    const message = await failureOf({ databaseUrl: `postgresql://nobody@127.0.0.1:${port}/bridge` })
    expect(message).toMatch(/^The database at 127\.0\.0\.1:\d+ \(DATABASE_URL\) cannot be used: .*ECONNREFUSED/)
  })
})
