import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FileInUseError, lockFile } from './files/file-lock.ts'
import { createHostStarter } from './quickbooks/start-hosts.ts'
import { openQuickBooks } from './served-desktop.ts'
import { type AgentFolder, getAgentFolder } from './settings/agent-folder.ts'

let root: string
let folder: AgentFolder
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'served-'))
  folder = getAgentFolder(join(root, 'agent'))
})
afterEach(() => rm(root, { recursive: true }))

const world = {
  clock: () => new Date('2026-03-02T09:00:00Z'),
  wait: async () => undefined,
  logger: pino({ level: 'silent' }),
}

it('changes nothing of an agent that uses the folder, such as a response that it is storing', async () => {
  const responses = `${folder.responses}.responses`
  await mkdir(responses, { recursive: true })
  await writeFile(join(responses, 'a.response.part'), 'half')
  const lock = await lockFile(`${folder.settings}.lock`)

  await expect(openQuickBooks(folder, createHostStarter(root), world)).rejects.toThrow(FileInUseError)
  expect(await readdir(responses)).toEqual(['a.response.part'])
  await lock.release()
})

it('leaves the folder to another agent after a start that failed', async () => {
  await mkdir(folder.path)
  await writeFile(folder.settings, 'no settings')
  await expect(openQuickBooks(folder, createHostStarter(root), world)).rejects.toThrow(/cannot be read/)
  await (await lockFile(`${folder.settings}.lock`)).release()
})

it('serves two Windows users of one PC, each from a separate folder', async () => {
  const other = getAgentFolder(join(root, 'Jörg Müller 漢字'))
  const hosts = createHostStarter(join(root, 'no hosts'))
  const wait = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined)
  const first = await openQuickBooks(folder, hosts, { ...world, wait })
  const second = await openQuickBooks(other, hosts, { ...world, wait })
  await expect(openQuickBooks(other, hosts, { ...world, wait })).rejects.toThrow(FileInUseError)
  await first.responses.store('one', new Uint8Array([1]))

  expect(second.responses.ids()).toEqual([])
  await first.close()
  await second.close()
})
