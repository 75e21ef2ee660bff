import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseTruthReport } from '@bridge/truth'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openSampleCompany, realmId } from '../test/com-desktop.fixture.ts'
import { companyPath, openForVerify, verifyOptions } from '../test/verify.fixture.ts'
import { getAgentFolder } from './settings/agent-folder.ts'
import { verifyQuickBooks } from './verify-command.ts'

/** Runs the command without a person. Returns what it prints, and the folder with the reports. */
async function run(args: readonly string[], companyFiles: Record<string, string> = { [realmId]: companyPath }) {
  const folder = getAgentFolder(await mkdtemp(path.join(tmpdir(), 'verify-')))
  onTestFinished(() => rm(folder.path, { recursive: true }))
  let printed = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  const { startHost } = openForVerify(openSampleCompany())
  const { clock, wait } = verifyOptions
  try {
    await verifyQuickBooks(args, { folder, settings: { opensQuickBooks: false, companyFiles }, startHost, clock, wait })
  } finally {
    write.mockRestore()
    process.exitCode = undefined
  }
  return { printed, reports: path.join(folder.path, 'checks') }
}

it('prints twelve rows, and stores a report that can be read', async () => {
  const { printed, reports } = await run(['--first'])
  expect(printed.match(/^(?:ok|DIFFERS|noted|skipped) +A\d+ /gm)).toHaveLength(12)
  expect(printed).toContain('It has no names, amounts or other texts from the company file.')
  const [file = ''] = await readdir(reports)
  expect(printed).toContain(file)
  expect(parseTruthReport(await readFile(path.join(reports, file), 'utf8'))?.rows).toHaveLength(12)
})

it.each([
  [['--sample'], /not a sample company/],
  [['--writes'], /--writes needs --sample/],
  [['--surprise'], /See --help/],
])('refuses %j with a reason', async (args, reason) => {
  await expect(run(args)).rejects.toThrow(reason)
})

it('refuses to check an agent that has served no company file', async () => {
  await expect(run([], {})).rejects.toThrow('has served no company file yet')
})
