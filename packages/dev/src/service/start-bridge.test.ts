import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '@bridge/database/free-port'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CommandError } from '../terminal/command-error.ts'
import { startBridge } from './start-bridge.ts'
import { lockDataFolder } from './start-lock.ts'

describe('startBridge', () => {
  let dataFolder: string

  beforeEach(async () => {
    dataFolder = await mkdtemp(path.join(tmpdir(), 'start-bridge-'))
  })
  afterEach(() => rm(dataFolder, { recursive: true, force: true }))

  async function startError(options: Partial<Parameters<typeof startBridge>[0]>) {
    const ports = {
      port: await findFreePort(),
      gatewayPort: await findFreePort(),
      sandboxHostPort: await findFreePort(),
    }
    const failure: unknown = await startBridge({ dataFolder, ...ports, ...options }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CommandError)
    // The failed start has released the folder.
    await (await lockDataFolder(dataFolder))()
    return failure instanceof Error ? failure.message : ''
  }

  it('names a port that is in use and how to choose another', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    expect(await startError({ port })).toBe(
      `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 100} npm start`,
    )
    await new Promise((resolve) => other.close(resolve))
  })

  it('names a broken database folder', async () => {
    await mkdir(path.join(dataFolder, 'postgres', 'cluster'), { recursive: true })
    await writeFile(path.join(dataFolder, 'postgres', 'cluster', 'rubbish'), '')
    const message = await startError({})
    expect(message).toMatch(/^The database folder .* cannot be used: .*--reset/)
    expect(message).not.toContain('\n')
  })

  it('closes the data folder and the logs to other users', async () => {
    await mkdir(path.join(dataFolder, 'logs'), { mode: 0o755 })
    for (const folder of [dataFolder, path.join(dataFolder, 'logs')]) await chmod(folder, 0o755)
    await startError({ databaseUrl: `postgresql://nobody@127.0.0.1:${await findFreePort()}/bridge` })
    const modes = [dataFolder, path.join(dataFolder, 'logs')].map(async (folder) => (await stat(folder)).mode & 0o777)
    expect(await Promise.all(modes)).toEqual([0o700, 0o700])
  })

  it('names a database server that refuses the connection', async () => {
    const port = await findFreePort()
    const message = await startError({ databaseUrl: `postgresql://nobody@127.0.0.1:${port}/bridge` })
    expect(message).toMatch(/^The database at 127\.0\.0\.1:\d+ \(DATABASE_URL\) cannot be used: .*ECONNREFUSED/)
  })
})
