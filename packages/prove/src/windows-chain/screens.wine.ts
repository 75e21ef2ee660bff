import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildNodeStandIn } from '@bridge/edge-agent/testing/windows-build'
import { toWindowsPath } from '@bridge/edge-agent/testing/wine'
import { buildLauncher } from '@bridge/edge-agent/windows-build'
import { makeInstaller } from '@bridge/edge-agent/windows-installer'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { openScreen, type Screen } from './open-screen.ts'

const images = path.join(import.meta.dirname, '../../../../.bridge/screenshots/windows')
const status = 'Another company file is open in QuickBooks.\nother-file\n'

let folder: string
let installer: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-screens-'))
  const files = path.join(folder, 'version')
  installer = path.join(folder, 'bridge-agent-setup.exe')
  const [launcher] = await Promise.all([buildLauncher(folder), buildNodeStandIn(files)])
  await writeFile(path.join(files, 'agent.cjs'), '')
  await makeInstaller({ files, launcher, output: installer, isQuick: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

// The tests run in this order on one PC, each in the state left by the previous one.
describe.each([96, 192])('at %i dots per inch', (dpi) => {
  let screen: Screen
  let data: string
  beforeAll(async () => {
    data = await mkdtemp(path.join(folder, 'stand-in-'))
    // Pairing succeeds, and the agent runs.
    await writeFile(path.join(data, 'script.txt'), '0\nstdin\n')
    screen = await openScreen(folder, images, dpi)
    await mkdir(screen.prefix.local('BridgeServiceAgent'), { recursive: true })
    await writeFile(screen.prefix.local('BridgeServiceAgent/status.txt'), status)
  })
  afterAll(() => screen?.close())

  const start = (program: string) => screen.start({ STAND_IN_FOLDER: toWindowsPath(data) }, program)

  it('the installer shows the address and the pairing code in its name, and asks before it connects', async () => {
    const named = path.join(folder, 'bridge-agent-setup-K7PM2XQAC-bridge.example (1).exe')
    await copyFile(installer, named)
    start(toWindowsPath(named))
    await screen.see('Connect this PC to the address below?')
    await screen.see('https://bridge.example')
    await screen.see('K7PM2XQAC')
    await screen.photograph('installer-named')
    await screen.click('Cancel')
  })

  it('the installer asks for the address and the pairing code, and says which one is missing', async () => {
    start(toWindowsPath(installer))
    await screen.see('Address of the service')
    await screen.photograph('installer-connection')
    await screen.click('Install')
    await screen.see('Enter the address of the service. The portal shows it with the pairing code.')
    await screen.photograph('installer-without-address')
    await screen.click('OK')
    await screen.enter(0, 'https://brücke.müller-söhne-großhandel.example/a/long/path')
    await screen.click('Install')
    await screen.see('Enter the pairing code. The portal shows it with the address of the service.')
    await screen.photograph('installer-without-code')
    await screen.click('OK')
  })

  it('the installer says what shows the state of the agent', async () => {
    await screen.enter(1, 'K7PM-2XQA')
    await screen.click('Install')
    await screen.see('The agent is installed')
    await screen.photograph('installer-installed')
    await screen.click('Close')
  })

  it('the menu of the launcher opens', async () => {
    await screen.openMenu()
    await screen.see('[menu]')
    await screen.photograph('menu')
  })
})
