import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AgentFolder, getAgentFolder } from './agent-folder.ts'
import { readAgentSettings, writeAgentSettings } from './agent-settings.ts'
import { configure } from './configure.ts'

const url = 'https://bridge.example'
const companyFiles = { '9130347957983546': 'C:\\Books\\Müller.qbw' }
let parent: string
let folder: AgentFolder

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'agent-'))
  folder = getAgentFolder(join(parent, 'BridgeServiceAgent'))
})
afterEach(() => rm(parent, { recursive: true }))

it('creates the folder with the address', async () => {
  await configure(folder, { url })
  expect(await readAgentSettings(folder.settings)).toMatchObject({ url })
  await expect(readFile(folder.token)).rejects.toThrow('ENOENT')
})

it('copies a token, and keeps the other settings', async () => {
  await writeAgentSettings(folder.settings, { url: 'https://old.example', opensQuickBooks: true, companyFiles })
  await writeFile(join(parent, 'given'), 'svca_given\r\n')
  await configure(folder, { url, tokenFile: join(parent, 'given') })

  expect(await readAgentSettings(folder.settings)).toEqual({ url, opensQuickBooks: true, companyFiles })
  expect(await readFile(folder.token, 'utf8')).toBe('svca_given\n')
})

it.each(['', undefined])('stores nothing without a token in the file', async (content) => {
  const tokenFile = join(parent, 'given')
  if (content !== undefined) await writeFile(tokenFile, content)
  await expect(configure(folder, { url, tokenFile })).rejects.toThrow('is missing or has no token')
  await expect(readFile(folder.settings)).rejects.toThrow('ENOENT')
})
