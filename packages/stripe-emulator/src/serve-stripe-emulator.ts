import { readFile, rename, writeFile } from 'node:fs/promises'
import { serve } from '@hono/node-server'
import type { StripeEmulator, StripeEmulatorOptions } from './emulator-context.ts'
import type { EmulatorState } from './state.ts'
import { createStripeEmulator } from './stripe-emulator.ts'

/** A listening emulator. */
export interface ServedStripeEmulator extends StripeEmulator {
  /** The address, without a trailing slash. */
  readonly url: string
  stop(): Promise<void>
}

export interface ServeOptions extends Omit<StripeEmulatorOptions, 'getUrl' | 'state'> {
  /** 0 for a free port. */
  readonly port: number
  /** The file keeping the state between runs. */
  readonly file?: string
}

const storeMs = 1_000

/** Serves an emulator on the loopback interface. */
export async function serveStripeEmulator({ port, file, ...options }: ServeOptions): Promise<ServedStripeEmulator> {
  let url = ''
  const state = file === undefined ? undefined : await readState(file)
  const emulator = createStripeEmulator({ ...options, getUrl: (path) => `${url}${path}`, ...(state && { state }) })
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: emulator.app.fetch, port, hostname: '127.0.0.1' }, ({ port: actual }) => {
      url = `http://127.0.0.1:${actual}`
      resolve(started)
    })
  })
  let stored = ''
  const store = async () => {
    const text = JSON.stringify(emulator.state)
    if (file === undefined || text === stored) return
    stored = text
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  }
  const timer = setInterval(() => void store().catch(() => undefined), storeMs).unref()
  return Object.assign(emulator, {
    url,
    async stop() {
      emulator.close()
      clearInterval(timer)
      await store()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

async function readState(file: string): Promise<EmulatorState | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as EmulatorState
  } catch {
    return undefined
  }
}
