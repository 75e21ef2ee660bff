import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { debians, findDebianWine } from '@bridge/edge-agent/testing/debian-wine'
import { buildScreenReader } from '@bridge/edge-agent/testing/windows-build'
import { createWinePrefix, toWindowsPath, type WinePrefix } from '@bridge/edge-agent/testing/wine'
import { vi } from 'vitest'

const waiting = { timeout: 200_000, interval: 250 }
const size = '1280x960'

/** A Windows with a screen, which a test reads, operates and photographs. */
export interface Screen {
  readonly prefix: WinePrefix
  /** Starts a Windows program with these environment variables. */
  start(variables: Readonly<Record<string, string>>, program: string, ...args: readonly string[]): ChildProcess
  /** Waits until a window's or field's text is visible; `[menu]` is an open menu. */
  see(text: string): Promise<void>
  /** Presses a button, as soon as there is one with this text. */
  click(button: string): Promise<void>
  /** Enters a text in a field, counted from 0. */
  enter(field: number, text: string): Promise<void>
  /** Opens the launcher's menu, as soon as it runs. */
  openMenu(): Promise<void>
  /** Stores a screenshot once the screen no longer changes. */
  photograph(name: string): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a Windows under Wine 10 on an Xvfb display.
 *
 * @param folder where its programs are built
 * @param images where images are stored
 * @param dpi the dots per inch: 96 is 100 %
 */
export async function openScreen(folder: string, images: string, dpi: number): Promise<Screen> {
  await mkdir(images, { recursive: true })
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', `${size}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(server.stdout, 'data')
  const display = `:${String(number).trim()}`
  const [reader, prefix] = await Promise.all([
    buildScreenReader(folder),
    createWinePrefix(findDebianWine(debians.installedAgent), { name: display, size, dpi }),
  ])

  const start: Screen['start'] = (variables, program, ...args) => {
    const [command = '', ...rest] = [...prefix.command(variables), program, ...args]
    return spawn(command, rest, { stdio: ['ignore', 'pipe', 'ignore'] })
  }
  const operate = async (...args: readonly string[]) => {
    const child = start({}, toWindowsPath(reader), ...args)
    const ended = once(child, 'close')
    const output = child.stdout === null ? '' : await text(child.stdout)
    const [code] = await ended
    return { isDone: code === 0, lines: output.split(/\r?\n/) }
  }
  const operateWhenPossible = async (...args: readonly string[]) => {
    await vi.waitUntil(async () => (await operate(...args)).isDone, waiting)
  }
  const takeImage = async (): Promise<Buffer> => {
    const file = path.join(folder, 'screen.png')
    const child = spawn('import', ['-display', display, '-window', 'root', '-strip', file], { stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`The screen could not be photographed: ${code}.`)
    return readFile(file)
  }
  return {
    prefix,
    start,
    see: async (wanted) => {
      await vi.waitUntil(async () => (await operate('texts')).lines.includes(wanted), waiting)
    },
    click: (button) => operateWhenPossible('click', button),
    enter: (field, value) => operateWhenPossible('enter', String(field), value),
    openMenu: () => operateWhenPossible('menu'),
    photograph: async (name) => {
      let image = await takeImage()
      for (let earlier: Buffer | undefined; earlier === undefined || !earlier.equals(image); ) {
        earlier = image
        await delay(waiting.interval)
        image = await takeImage()
      }
      await writeFile(path.join(images, `${name}-${dpi}dpi.png`), image)
    },
    close: async () => {
      await prefix.destroy()
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}
