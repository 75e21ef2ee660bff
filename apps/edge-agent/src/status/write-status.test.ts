import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getAgentFolder } from '../settings/agent-folder.ts'
import { writeStatus } from './write-status.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'agent-'))
})
afterEach(() => rm(parent, { recursive: true }))

it('writes the status of an agent that has no folder yet', async () => {
  const folder = getAgentFolder(join(parent, 'BridgeServiceAgent'))
  await writeStatus(folder, 'not-set-up')
  expect(await readFile(folder.status, 'utf8')).toBe(
    'This PC is not connected to a company file yet. Create a pairing code in the portal, and run the installer of the ' +
      'agent again with it.\nnot-set-up\n',
  )
})
