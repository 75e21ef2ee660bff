import { spawn as spawnProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { HostProcess } from '../quickbooks/com-host.ts'

/** The program that QuickBooks calls when people change something (windows/qbevents.c). */
export interface EventListener {
  /** Resolves with whether QuickBooks can call it: `false` if it ended before. */
  readonly isListening: Promise<boolean>
  /** Resolves when the program has ended, or could not be started. */
  readonly ended: Promise<void>
  /** Ends it. QuickBooks drops its events then. */
  close(): Promise<void>
}

export interface EventListenerOptions {
  /** The path of `qbevents.exe`. */
  readonly executable: string
  /** A program, with its arguments, that runs the executable, such as Wine. */
  readonly command?: readonly string[]
  readonly spawn?: (file: string, args: readonly string[]) => HostProcess
  /** Is called for each event. What has changed is not read: the poll for changes finds it. */
  readonly onEvent: () => void
}

/** Starts the listener. It writes `listening` once, and `changed` for each event. */
export function startEventListener(options: EventListenerOptions): EventListener {
  const { executable, command = [], spawn = spawnListener, onEvent } = options
  const [file = executable, ...args] = [...command, executable]
  const child = spawn(file, args)
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('close', resolve)
  })
  const isListening = new Promise<boolean>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'listening') resolve(true)
      else if (line === 'changed') onEvent()
    })
    void ended.then(() => resolve(false))
  })
  // A program that ends breaks its pipe. The event `close` reports it.
  child.stdin.on('error', () => undefined)
  return {
    isListening,
    ended,
    close: () => {
      child.stdin.end()
      return ended
    },
  }
}

function spawnListener(file: string, args: readonly string[]): HostProcess {
  return spawnProcess(file, args, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
}
