import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireRealmId } from '@bridge/agent-protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCompanyFiles, readAgentSettings, writeAgentSettings } from './agent-settings.ts'

const realmId = requireRealmId('9130347957983546')
let folder: string
let file: string

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'agent-')), 'Jörg Müller 漢字')
  file = join(folder, 'agent.json')
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

it('returns defaults for a missing file', async () => {
  expect(await readAgentSettings(file)).toEqual({ opensQuickBooks: false, companyFiles: {} })
})

it('reads what it wrote, and leaves no other file', async () => {
  const settings = {
    url: 'https://bridge.example',
    opensQuickBooks: true,
    companyFiles: { [realmId]: 'C:\\Müller.qbw' },
  }
  await writeAgentSettings(file, settings)

  expect(await readAgentSettings(file)).toEqual(settings)
  expect(await readdir(folder)).toEqual(['agent.json'])
})

it('reads a file with a byte order mark and unknown fields', async () => {
  await writeAgentSettings(file, { opensQuickBooks: false, companyFiles: {} })
  await writeFile(file, '\uFEFF{"url":"https://bridge.example","mood":"good"}')

  expect(await readAgentSettings(file)).toMatchObject({ url: 'https://bridge.example' })
})

it.each([
  ['no JSON', '{', 'it is not a JSON object'],
  ['a list', '[]', 'it is not a JSON object'],
  ['a wrong address', '{"url":"ftp://bridge.example"}', 'the value of "url" is not valid'],
  ['no realm ID', '{"companyFiles":{"1":"a.qbw"}}', 'the value of "companyFiles.1" is not valid'],
  ['no path', `{"companyFiles":{"${realmId}":7}}`, `the value of "companyFiles.${realmId}" is not valid`],
  [
    'a path that others may find elsewhere',
    `{"companyFiles":{"${realmId}":"Rock Castle.qbw"}}`,
    `the value of "companyFiles.${realmId}" is not a full path: write the drive or server, as in "C:\\\\Books\\\\Company.qbw"`,
  ],
  ['too much text', `{"url":"${'x'.repeat(70_000)}"}`, 'it is longer than 65536 characters'],
])('rejects a file with %s in a sentence', async (_what, text, problem) => {
  await writeAgentSettings(file, { opensQuickBooks: false, companyFiles: {} })
  await writeFile(file, text)

  await expect(readAgentSettings(file)).rejects.toThrow(`${file} cannot be read: ${problem}. Correct or remove it.`)
})

it.each([
  ['C:/Books/Rock Castle.qbw', 'C:\\Books\\Rock Castle.qbw'],
  ['//office/books/Rock Castle.qbw', '\\\\office\\books\\Rock Castle.qbw'],
])('reads the path %s as Windows writes it', async (written, path) => {
  await writeAgentSettings(file, { opensQuickBooks: false, companyFiles: { [realmId]: written } })
  expect((await openCompanyFiles(file)).find(realmId)).toBe(path)
})

it('keeps the name of a company until a person sets another path', async () => {
  const companyFiles = await openCompanyFiles(file)
  await companyFiles.store(realmId, 'C:\\Rock Castle.qbw')
  await companyFiles.storeCompany(realmId, 'Rock Castle')
  expect((await openCompanyFiles(file)).findCompany(realmId)).toBe('Rock Castle')

  const settings = await readAgentSettings(file)
  await writeAgentSettings(file, { ...settings, companyFiles: { [realmId]: 'C:\\Larry.qbw' } })
  expect((await openCompanyFiles(file)).findCompany(realmId)).toBeUndefined()
})

it('keeps the path of a company file, and what a person changed in the meantime', async () => {
  const companyFiles = await openCompanyFiles(file)
  await writeAgentSettings(file, { opensQuickBooks: true, companyFiles: {} })
  await companyFiles.store(realmId, 'C:\\Rock Castle.qbw')

  expect(companyFiles.find(realmId)).toBe('C:\\Rock Castle.qbw')
  expect((await openCompanyFiles(file)).find(realmId)).toBe('C:\\Rock Castle.qbw')
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ opensQuickBooks: true })
})

it('keeps under which name and choice a company file was paired, and forgets both with the file', async () => {
  const companyFiles = await openCompanyFiles(file)
  await companyFiles.store(realmId, 'C:\\Rock Castle.qbw', { choice: 2, applicationName: 'Bridge Service for Acme' })
  expect((await openCompanyFiles(file)).findPairing(realmId)).toEqual({
    choice: 2,
    applicationName: 'Bridge Service for Acme',
  })

  await companyFiles.forget(realmId)
  const { companyFiles: paths, pairings } = await readAgentSettings(file)
  expect([paths, pairings, companyFiles.find(realmId)]).toEqual([{}, {}, undefined])
})
