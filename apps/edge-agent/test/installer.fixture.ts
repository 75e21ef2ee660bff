import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { buildHost, buildLauncher } from '../windows/build.ts'
import { bundleAgent, type InstallerContent, makeInstaller } from '../windows/build-installer.ts'
import { buildNodeStandIn } from '../windows/testing/build.ts'
import { compileOnce } from '../windows/testing/compile-once.ts'
import { createWinePrefix, localAppData, toWindowsPath, type WinePrefix } from './wine.ts'

export const address = 'https://bridge.example/with/a/path'
export const uninstallKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\BridgeServiceAgent'
export const runKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'
/** A version's files, ordered by name. */
export const versionFiles = ['agent.cjs', 'node.exe', 'qbhost32.exe', 'qbhost64.exe', 'release-keys.json']

/** Installers for version 0.1.0 and the next one, and a PC to run them. Their `node.exe` is a fake. */
export interface InstallerPc {
  /** The tests' folder, to which the stand-in for Node.js writes. */
  readonly folder: string
  readonly prefix: WinePrefix
  readonly content: Pick<InstallerContent, 'files' | 'launcher'>
  readonly installer: string
  /** The signed installer for version 0.2.0. */
  readonly nextInstaller: string
  /** Starts a Windows program. */
  start(program: string, ...args: readonly string[]): ChildProcess
  install(...args: readonly string[]): Promise<number | null>
  installNext(...args: readonly string[]): Promise<number | null>
  /** Decides how the stand-in's next starts end. */
  script(...lines: readonly string[]): Promise<void>
  /** Returns each agent start's version and arguments. */
  starts(): Promise<string[][]>
  /** Returns an installed file's path. */
  installed(...names: readonly string[]): string
  readInstalled(name: string): Promise<string | undefined>
  /** Whether the user's registry has a value. */
  hasValue(key: string, name: string): Promise<boolean>
  /** Returns a value in the user's registry. */
  readValue(key: string, name: string): Promise<string | undefined>
  /** Returns the agent's task names. */
  tasks(): Promise<string[]>
}

/** Returns a program's exit code when it has ended. */
export async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Returns the arguments with which the launcher starts a version. */
export function launchOf(version: string): string[] {
  const versions = `${localAppData}\\Programs\\BridgeServiceAgent\\versions`
  return [version, '--stop-with-stdin', '--versions', versions]
}

/** Adds the hooks building the installers and creating the PC for a file's tests. */
export function useInstallers(): InstallerPc {
  let folder: string
  let content: InstallerPc['content']
  let installer: string
  let nextInstaller: string
  let prefix: WinePrefix

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bridge-installer-'))
    const files = path.join(folder, 'version')
    installer = path.join(folder, 'bridge-agent-setup.exe')
    nextInstaller = path.join(folder, 'bridge-agent-setup-0.2.0.exe')
    await mkdir(files)
    const [created, launcher] = await Promise.all([
      createWinePrefix(),
      buildLauncher(folder, compileOnce),
      buildHost(32, files, compileOnce),
      buildHost(64, files, compileOnce),
      buildNodeStandIn(files),
      bundleAgent(files),
      writeFile(path.join(files, 'release-keys.json'), '{}'),
    ])
    prefix = created
    content = { files, launcher }
    const standIn = fileURLToPath(new URL('../windows/testing/sign.mjs', import.meta.url))
    const signCommand = `'${process.execPath}' '${standIn}' '${path.join(folder, 'signed.txt')}'`
    await Promise.all([
      makeInstaller({ ...content, version: '0.1.0', output: installer }),
      makeInstaller({ ...content, version: '0.2.0', output: nextInstaller, signCommand }),
    ])
  })

  afterAll(async () => {
    await prefix?.destroy()
    await rm(folder, { recursive: true, force: true })
  })

  const pc: InstallerPc = {
    get folder() {
      return folder
    },
    get prefix() {
      return prefix
    },
    get content() {
      return content
    },
    get installer() {
      return installer
    },
    get nextInstaller() {
      return nextInstaller
    },
    start: (program, ...args) => {
      const [command = '', ...rest] = prefix.command({ STAND_IN_FOLDER: toWindowsPath(folder) })
      return spawn(command, [...rest, program, ...args], { stdio: 'ignore' })
    },
    install: (...args) => exitCode(pc.start(installer, '/S', ...args)),
    installNext: (...args) => exitCode(pc.start(nextInstaller, '/S', ...args)),
    script: async (...lines) => {
      await rm(path.join(folder, 'starts.txt'), { force: true })
      await writeFile(path.join(folder, 'script.txt'), lines.map((line) => `${line}\n`).join(''))
    },
    starts: async () => {
      const text = await readFile(path.join(folder, 'starts.txt'), 'utf8').catch(() => '')
      return text
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split('\t'))
        .map(([agent = '', ...args]) => [agent.split('\\').at(-2) ?? '', ...args])
    },
    installed: (...names) => prefix.local('Programs/BridgeServiceAgent', ...names),
    readInstalled: (name) => readFile(pc.installed(name), 'utf8').catch(() => undefined),
    hasValue: async (key, name) => (await exitCode(pc.start('reg', 'query', key, '/v', name))) === 0,
    readValue: async (key, name) => {
      const file = path.join(folder, 'key.reg')
      await prefix.run('reg', 'export', key, toWindowsPath(file), '/y')
      const line = (await readFile(file, 'utf16le')).split('\r\n').find((each) => each.startsWith(`"${name}"=`))
      return line?.slice(name.length + 4, -1)
    },
    tasks: async () => {
      const folder = path.join(prefix.folder, 'drive_c/windows/system32/tasks')
      const names = await readdir(folder).catch(() => [])
      return names.filter((name) => name.startsWith('Bridge Service Agent'))
    },
  }
  return pc
}
