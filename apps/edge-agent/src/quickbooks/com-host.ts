import { spawn as spawnProcess } from 'node:child_process'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import {
  type ComFrame,
  ComFrameTooLargeError,
  comFrameLimits,
  createComFrameReader,
  encodeComFrame,
} from './com-frames.ts'

/** Requests to a COM host; `windows/PROTOCOL.md` describes the arguments and each word's result. */
export type ComWord = 'new' | 'call' | 'prefs' | 'drop' | 'look' | 'seal' | 'open'

/** The outcome of a request to a COM host; `hresult` is unsigned. */
export type ComResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly hresult: number; readonly text: string }

/** HRESULTs this module returns when the host cannot. */
export const hostHresults = {
  /** RPC_S_CALL_FAILED: the host ended during the request, whose outcome is unknown. */
  endedDuringRequest: 0x800706be,
  /**
   * RPC_S_SERVER_UNAVAILABLE: the host had ended, or could not be started, before the request. Nothing was executed.
   */
  endedBeforeRequest: 0x800706ba,
  /** E_INVALIDARG: the request is larger than a frame. Nothing was executed. */
  requestTooLarge: 0x80070057,
} as const

/** How long reading an ended host's output may take. */
const drainMs = 5_000

/** A process that calls COM for the agent, which could not wait for a blocked call otherwise. */
export interface ComHost {
  /** Sends a request. Resolves in every case, and as late as QuickBooks responds: a call cannot be canceled. */
  request(word: ComWord, ...args: readonly (string | number)[]): Promise<ComResult>
  readonly bits: 32 | 64
  /** Resolves when the process has ended, or could not be started. */
  readonly ended: Promise<void>
  /** Lets the host finish its call, close its connection to QuickBooks and end. */
  close(): Promise<void>
  /** Ends the process at once. QuickBooks still works on its call. */
  kill(): void
}

/** The parts of a child process the host needs. */
export interface HostProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  once(event: 'close' | 'exit', listener: () => void): unknown
  once(event: 'error', listener: (error: Error) => void): unknown
  kill(signal: 'SIGKILL'): unknown
}

export interface ComHostOptions {
  /** The path of `qbhost32.exe` or `qbhost64.exe`. */
  readonly executable: string
  /** A program, with its arguments, that runs the executable, such as Wine. */
  readonly command?: readonly string[]
  readonly spawn?: (file: string, args: readonly string[]) => HostProcess
}

/** Starts a COM host. One that cannot be started has ended. @throws {Error} if the file is not a host */
export function startComHost({ executable, command = [], spawn = spawnHost }: ComHostOptions): ComHost {
  const bits = readBits(executable)
  const [file = executable, ...args] = [...command, executable]
  return new ChildComHost(bits, spawn(file, args))
}

class ChildComHost implements ComHost {
  readonly bits: 32 | 64
  readonly ended: Promise<void>
  readonly #child: HostProcess
  readonly #pending = new Map<number, (result: ComResult) => void>()
  readonly #read = createComFrameReader((frame) => this.#resolve(frame))
  #endReason: string | undefined
  #lastId = 0

  constructor(bits: 32 | 64, child: HostProcess) {
    this.bits = bits
    this.#child = child
    this.ended = this.#watchEnd()
    child.stdout.on('data', (chunk: Buffer) => this.#accept(chunk))
    // A process that ends breaks its pipe. The event `close` reports it.
    child.stdin.on('error', () => undefined)
  }

  request(word: ComWord, ...args: readonly (string | number)[]): Promise<ComResult> {
    if (this.#endReason !== undefined) {
      return Promise.resolve(failed(hostHresults.endedBeforeRequest, this.#endReason))
    }
    const id = (this.#lastId % comFrameLimits.id) + 1
    this.#lastId = id
    let frame: Buffer[]
    try {
      frame = encodeComFrame({ id, word, parts: encodeArguments(word, args) })
    } catch (error) {
      if (!(error instanceof ComFrameTooLargeError)) throw error
      return Promise.resolve(failed(hostHresults.requestTooLarge, error.message))
    }
    return new Promise((resolve) => {
      this.#pending.set(id, resolve)
      for (const bytes of frame) this.#child.stdin.write(bytes)
    })
  }

  close(): Promise<void> {
    this.#child.stdin.end()
    return this.ended
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #watchEnd(): Promise<void> {
    const child = this.#child
    let draining: NodeJS.Timeout | undefined
    child.once('exit', () => {
      // A program that inherited the pipe would keep it open.
      draining = setTimeout(() => child.stdout.destroy(), drainMs)
    })
    return new Promise((resolve) => {
      child.once('error', (error) => {
        this.#end(`The COM host could not be started: ${error.message}`)
        resolve()
      })
      child.once('close', () => {
        clearTimeout(draining)
        this.#end('The COM host ended.')
        resolve()
      })
    })
  }

  #accept(chunk: Buffer): void {
    if (this.#endReason !== undefined) return
    try {
      this.#read(chunk)
    } catch (error) {
      this.#end(`The COM host sent an invalid response: ${error instanceof Error ? error.message : String(error)}`)
      this.kill()
    }
  }

  #resolve(frame: ComFrame): void {
    const resolve = this.#pending.get(frame.id)
    if (resolve === undefined) throw new Error('A response has the ID of no request.')
    resolve(toResult(frame))
    this.#pending.delete(frame.id)
  }

  #end(reason: string): void {
    this.#endReason ??= reason
    for (const resolve of this.#pending.values()) resolve(failed(hostHresults.endedDuringRequest, this.#endReason))
    this.#pending.clear()
  }
}

function spawnHost(file: string, args: readonly string[]): HostProcess {
  return spawnProcess(file, args, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
}

function readBits(executable: string): 32 | 64 {
  const [, bits] = /^qbhost(32|64)\.exe$/i.exec(path.win32.basename(executable)) ?? []
  if (bits === undefined) throw new Error(`${executable} is not named qbhost32.exe or qbhost64.exe.`)
  return bits === '32' ? 32 : 64
}

/** Marks the arguments of a method with their types; all other parts are texts. */
function encodeArguments(word: ComWord, args: readonly (string | number)[]): string[] {
  if (word !== 'call' && word !== 'prefs') return args.map(String)
  return args.map((arg, index) => {
    if (index === 0) return String(arg)
    if (typeof arg === 'string') return `s${arg}`
    if (!Number.isInteger(arg) || arg !== (arg | 0)) throw new RangeError(`${arg} is not a 32-bit integer.`)
    return `i${arg}`
  })
}

function toResult({ word, parts }: ComFrame): ComResult {
  const [first, second] = parts
  if (word === 'ok' && first !== undefined && parts.length === 1) return { ok: true, text: first }
  if (word === 'failed' && first !== undefined && second !== undefined && /^0x[0-9A-F]{8}$/.test(first)) {
    return failed(Number(first), second)
  }
  throw new Error('A response is neither a result nor a failure.')
}

function failed(hresult: number, text: string): ComResult {
  return { ok: false, hresult, text }
}
