import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Bits } from '../windows/compile.ts'
import { copyPrefixTemplate } from './wine-prefix-template.ts'

/** A path as Windows users have it. */
const localFolder = 'users/Jörg Müller 漢字/AppData/Local'
/** A prefix's `%LOCALAPPDATA%`. */
export const localAppData = `C:\\${localFolder.replaceAll('/', '\\')}`

/** A Wine command taking longer than this has stalled. */
const commandMs = 120_000

/** An installed Wine: its programs, each as a command with its first arguments. */
export interface Wine {
  readonly program: readonly string[]
  readonly server: readonly string[]
  /** The bitnesses of the programs it runs. */
  readonly bits: readonly Bits[]
}

/** Distribution folders with `wine64` and its server. */
const places = [
  { program: '/usr/lib/wine/wine64', server: '/usr/lib/wine/wineserver64' },
  { program: '/usr/bin/wine64', server: '/usr/bin/wineserver' },
  { program: '/usr/bin/wine', server: '/usr/bin/wineserver' },
]

function findWine(): Wine | undefined {
  const place = places.find(({ program, server }) => existsSync(program) && existsSync(server))
  return place && { program: [place.program], server: [place.server], bits: [64] }
}

/**
 * Returns this machine's Wine.
 *
 * @throws {Error} if Wine is not installed
 */
export function requireWine(): Wine {
  const wine = findWine()
  if (wine === undefined) throw new Error('Wine is not installed.')
  return wine
}

/** Whether this machine can run Windows programs. */
export function wineAvailable(): boolean {
  return findWine() !== undefined
}

/** A Windows for tests: a registry and a drive no other test uses. */
export interface WinePrefix {
  /** The folder with its drive C, `drive_c`. */
  readonly folder: string
  /** Returns this machine's path to a file in the user's `%LOCALAPPDATA%`. */
  local(...names: readonly string[]): string
  /** Returns the command, with its first arguments, running a Windows program with these environment variables. */
  command(variables?: Readonly<Record<string, string>>): string[]
  /** Runs a Windows program to its end. @throws {Error} if it fails */
  run(...args: readonly string[]): Promise<void>
  /** Adds keys with values to the registry, in the format of `regedit`; `@` is a key's default value. */
  register(keys: RegistryKeys): Promise<void>
  /** Ends every process and deletes the files. */
  destroy(): Promise<void>
}

/** An X display for a prefix's windows. */
export interface Display {
  /** Such as `:99`. */
  readonly name: string
  /** Such as `1024x768`. */
  readonly size: string
  /** The dots per inch programs draw for: 96 means 100 %. */
  readonly dpi: number
}

/** Creates a prefix, and keeps its server running. Its windows need no display unless one is given. Takes seconds. */
export async function createWinePrefix(wine: Wine = requireWine(), display?: Display): Promise<WinePrefix> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bridge-wine-'))
  const prefix = openPrefix(wine, folder, display)
  try {
    const traits = [await readVersion(wine), localAppData, ...(wine.bits.includes(32) ? ['32-bit'] : [])]
    await copyPrefixTemplate(traits, folder, () => createTemplate(wine))
    await prefix.startServer()
    if (display === undefined) return prefix
    await prefix.register(onDesktop(display))
    await setDpi(prefix, display)
    // The desktop process has to start again with its settings.
    await prefix.stopServer()
    await prefix.startServer()
    return prefix
  } catch (error) {
    await prefix.destroy()
    throw error
  }
}

interface ServedPrefix extends WinePrefix {
  startServer(): Promise<void>
  /** Ends every process. */
  stopServer(): Promise<void>
}

function openPrefix(wine: Wine, folder: string, display?: Display): ServedPrefix {
  const settings = [
    ...['-u', 'WAYLAND_DISPLAY', '-u', 'DISPLAY'],
    ...[`WINEPREFIX=${folder}`, 'WINEARCH=win64', 'WINEDEBUG=-all', 'WINEDLLOVERRIDES=mscoree,mshtml='],
    ...(display === undefined ? [] : [`DISPLAY=${display.name}`]),
  ]
  const command = (variables: Readonly<Record<string, string>> = {}) => [
    'env',
    ...settings,
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    ...wine.program,
  ]
  const prefix: ServedPrefix = {
    folder,
    local: (...names) => path.join(folder, 'drive_c', localFolder, ...names),
    command,
    run: (...args) => runCommand([...command().slice(1), ...args]),
    register: async (keys) => {
      const file = path.join(folder, 'keys.reg')
      await writeFile(file, formatKeys(keys))
      await prefix.run('regedit', '/S', toWindowsPath(file))
    },
    startServer: () => runCommand([...settings, ...wine.server, '-p']),
    stopServer: async () => {
      await runCommand([...settings, ...wine.server, '-k']).catch(() => undefined)
      await runCommand([...settings, ...wine.server, '-w'])
    },
    destroy: async () => {
      await prefix.stopServer()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return prefix
}

/** Creates a prefix whose windows need no display. Returns its folder; its server has ended. */
async function createTemplate(wine: Wine): Promise<string> {
  // In about one of 35 runs, the first start in a new prefix stalls.
  return await initPrefix(wine).catch(() => initPrefix(wine))
}

async function initPrefix(wine: Wine): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bridge-wine-'))
  const prefix = openPrefix(wine, folder)
  try {
    await prefix.startServer()
    await prefix.run('wineboot', '--init')
    await prefix.register({
      'HKEY_CURRENT_USER\\Software\\Wine': { Version: 'win10' },
      [driversKey]: { Graphics: 'null' },
    })
    await prefix.run('reg', 'add', foldersKey, '/v', 'Local AppData', '/d', localAppData, '/f')
    await prefix.stopServer()
    return folder
  } catch (error) {
    await prefix.destroy()
    throw error
  }
}

async function readVersion({ program }: Wine): Promise<string> {
  const child = spawn('env', [...program, '--version'], { stdio: ['ignore', 'pipe', 'ignore'], timeout: commandMs })
  const version = await text(child.stdout)
  if (version === '') throw new Error('Wine does not run.')
  return version
}

type RegistryKeys = Readonly<Record<string, Readonly<Record<string, string>>>>

const foldersKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\User Shell Folders'
const driversKey = 'HKEY_CURRENT_USER\\Software\\Wine\\Drivers'

/** All windows are on one desktop, which has the display's size. */
function onDesktop({ size }: Display): RegistryKeys {
  const key = 'HKEY_CURRENT_USER\\Software\\Wine\\Explorer'
  return { [driversKey]: { Graphics: 'x11' }, [key]: { Desktop: 'Default' }, [`${key}\\Desktops`]: { Default: size } }
}

function setDpi(prefix: WinePrefix, { dpi }: Display): Promise<void> {
  const key = 'HKEY_CURRENT_USER\\Control Panel\\Desktop'
  return prefix.run('reg', 'add', key, '/v', 'LogPixels', '/t', 'REG_DWORD', '/d', String(dpi), '/f')
}

/** Runs `env`. Inherits no pipe, which Wine's server would keep open. */
async function runCommand(args: readonly string[]): Promise<void> {
  const child = spawn('env', args, { stdio: 'ignore', timeout: commandMs, killSignal: 'SIGKILL' })
  const [code, signal] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code ?? signal}.`)
}

/** Returns a local file's Windows path; the root is drive Z. */
export function toWindowsPath(file: string): string {
  return `Z:${path.resolve(file).replaceAll('/', '\\')}`
}

function formatKeys(keys: RegistryKeys): string {
  const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  const lines = Object.entries(keys).flatMap(([key, values]) => [
    `[${key}]`,
    ...Object.entries(values).map(([name, value]) => `${name === '@' ? '@' : quote(name)}=${quote(value)}`),
    '',
  ])
  return ['Windows Registry Editor Version 5.00', '', ...lines].join('\r\n')
}
