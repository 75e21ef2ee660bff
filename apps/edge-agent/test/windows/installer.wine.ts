import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { makeInstaller, portalIcon } from '../../windows/build-installer.ts'
import { hasSignature } from '../../windows/sign-program.ts'
import { address, exitCode, launchOf, runKey, uninstallKey, useInstallers, versionFiles } from '../installer.fixture.ts'

const waiting = { timeout: 100_000, interval: 200 }

// The tests run in this order on one PC, each in the state the previous one has left.
const pc = useInstallers()

it('makes the same installer of the same programs', async () => {
  const second = path.join(pc.folder, 'second.exe')
  await makeInstaller({ ...pc.content, version: '0.1.0', output: second })
  expect((await readFile(second)).equals(await readFile(pc.installer))).toBe(true)
})

it('has the icon of the portal, in every size', async () => {
  const [installer, icon] = await Promise.all([readFile(pc.installer), readFile(portalIcon)])
  // A file of icons: 6 bytes with their number, then 16 bytes for each with its length and place.
  const images = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index
    const start = icon.readUInt32LE(entry + 12)
    return icon.subarray(start, start + icon.readUInt32LE(entry + 8))
  })
  expect(images.map((image) => installer.includes(image))).toEqual([true, true, true])
})

it('signs the uninstaller, and then the installer that contains it', async () => {
  const signed = (await readFile(path.join(pc.folder, 'signed.txt'), 'utf8')).trimEnd().split('\n')
  expect(signed).toEqual([expect.not.stringContaining('setup'), pc.nextInstaller])
  const programs = await Promise.all(
    [pc.nextInstaller, pc.installer, pc.content.launcher].map((file) => readFile(file)),
  )
  expect(programs.map(hasSignature)).toEqual([true, false, false])
})

it('makes no installer that cannot be signed', async () => {
  const output = path.join(pc.folder, 'unsigned.exe')
  await expect(makeInstaller({ ...pc.content, output, signCommand: 'false' })).rejects.toThrow()
})

it('refuses a silent first installation without the address', async () => {
  expect(await pc.install('/NOSTART', '/CODE=K7PM-2XQA')).toBe(2)
  await expect(readdir(pc.installed())).rejects.toThrow('ENOENT')
})

it('ignores its own name in a silent installation, which shows no address', async () => {
  const named = path.join(pc.folder, 'bridge-agent-setup-K7PM2XQAC-bridge.example.exe')
  await copyFile(pc.installer, named)
  expect(await exitCode(pc.start(named, '/S', '/NOSTART'))).toBe(2)
  await expect(readdir(pc.installed())).rejects.toThrow('ENOENT')
})

it('installs into another folder, whose path has spaces, and stays there', async () => {
  const other = path.join(pc.prefix.folder, 'drive_c/Meine Programme/Brücke & Söhne 漢字')
  await pc.script('0', '0')
  // NSIS takes everything after /D=, and no quotation marks.
  const flag = '/D=C:\\Meine Programme\\Brücke & Söhne 漢字'.split(' ')
  expect(await pc.install(`/URL=${address}`, '/NOSTART', ...flag)).toBe(0)
  expect((await readdir(other)).sort()).toEqual(['bridge-agent.exe', 'uninstall.exe', 'versions'])
  expect(await pc.install(`/URL=${address}`, '/NOSTART')).toBe(0)
  await expect(readdir(pc.installed())).rejects.toThrow('ENOENT')

  await exitCode(pc.start(path.join(other, 'uninstall.exe'), '/S'))
  await vi.waitUntil(async () => (await readdir(other).catch(() => undefined)) === undefined, waiting)
})

it('installs for the user, and pairs the agent with the code', async () => {
  await pc.script('0')
  expect(await pc.install(`/URL=${address}`, '/CODE=K7PM-2XQA', '/NOSTART')).toBe(0)

  expect((await readdir(pc.installed())).sort()).toEqual(['bridge-agent.exe', 'uninstall.exe', 'versions'])
  expect((await readdir(pc.installed('versions'))).sort()).toEqual(['0.1.0', 'current'])
  expect((await readdir(pc.installed('versions/0.1.0'))).sort()).toEqual(versionFiles)
  expect(await pc.readInstalled('versions/current')).toBe('0.1.0\n')
  expect(await pc.starts()).toEqual([['0.1.0', 'pair', `--url=${address}`, '--code=K7PM-2XQA']])
  expect(await pc.hasValue(uninstallKey, 'QuietUninstallString')).toBe(true)
  expect(await pc.tasks()).toHaveLength(1)
  expect(await pc.hasValue(runKey, 'BridgeServiceAgent')).toBe(false)
})

it('passes on a token file whose path has spaces', async () => {
  await pc.script('0')
  expect(await pc.install(`/URL=${address}`, '/TOKENFILE=C:\\My Files\\Müller & Söhne', '/NOSTART')).toBe(0)
  expect(await pc.starts()).toEqual([
    ['0.1.0', 'configure', `--url=${address}`, '--token-file=C:\\My Files\\Müller & Söhne'],
  ])
})

it('pairs an installed agent again without the address, which the agent has stored', async () => {
  await mkdir(pc.prefix.local('BridgeServiceAgent'), { recursive: true })
  await writeFile(pc.prefix.local('BridgeServiceAgent/agent.json'), '{}')
  await pc.script('0')
  expect(await pc.install('/CODE=K7PM-2XQA', '/NOSTART')).toBe(0)
  expect(await pc.starts()).toEqual([['0.1.0', 'pair', '--code=K7PM-2XQA']])
})

it('reports an agent that could not be paired', async () => {
  await pc.script('2')
  expect(await pc.install(`/URL=${address}`, '/CODE=K7PM-2XQA', '/NOSTART')).toBe(4)
})

it('starts the agent at sign-in through the Run key where no task can be created', async () => {
  const program = path.join(pc.prefix.folder, 'drive_c/windows/system32/schtasks.exe')
  await pc.script('0', '0')
  await rename(program, `${program}.away`)
  await pc.install(`/URL=${address}`, '/NOSTART')
  expect(await pc.hasValue(runKey, 'BridgeServiceAgent')).toBe(true)
  await rename(`${program}.away`, program)
  await pc.install(`/URL=${address}`, '/NOSTART')
  expect(await pc.hasValue(runKey, 'BridgeServiceAgent')).toBe(false)
})

it('starts the agent, and repairs its version while it runs', async () => {
  await pc.script('0', 'stdin', '0', 'stdin')
  await pc.install(`/URL=${address}`, '/CODE=K7PM-2XQA')
  await vi.waitUntil(async () => (await pc.starts()).length === 2, waiting)
  await rm(pc.installed('versions/0.1.0/agent.cjs'))
  expect(await pc.install(`/URL=${address}`)).toBe(0)
  await vi.waitUntil(async () => (await pc.starts()).length === 4, waiting)
  expect(await pc.starts()).toEqual([
    ['0.1.0', 'pair', `--url=${address}`, '--code=K7PM-2XQA'],
    launchOf('0.1.0'),
    ['0.1.0', 'configure', `--url=${address}`],
    launchOf('0.1.0'),
  ])
  expect((await readdir(pc.installed('versions/0.1.0'))).sort()).toEqual(versionFiles)
})
