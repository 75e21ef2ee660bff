import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { type ComFrame, createComFrameReader, encodeComFrame } from '../src/quickbooks/com-frames.ts'
import type { ComResult, ComWord, HostProcess } from '../src/quickbooks/com-host.ts'

export interface ScriptedRequest {
  readonly word: ComWord
  readonly args: readonly (string | number)[]
}

/** A COM host whose responses a test decides. */
export interface ScriptedComHost {
  /** Starts a process; pass it to `startComHost`. A test can start several, one after another. */
  readonly spawn: () => HostProcess
  /** The requests so far. */
  readonly requests: ScriptedRequest[]
  /** Returns how often a process was started. */
  readonly starts: () => number
  /** Writes bytes as the current process would. */
  write(bytes: Buffer): void
  /** Ends the current process, as a crash would. */
  end(): void
  /** Ends the current process while another program has its output open. */
  endWithOpenOutput(): void
}

/** A host's script: returns a request's result, or a promise that may stay pending. */
export type ComScript = (request: ScriptedRequest) => ComResult | Promise<ComResult>

/** Creates a COM host for tests, which runs in this process and speaks the protocol over streams. */
export function scriptedComHost(script: ComScript): ScriptedComHost {
  const requests: ScriptedRequest[] = []
  let current: ScriptedProcess | undefined
  let starts = 0
  return {
    requests,
    starts: () => starts,
    spawn: () => {
      starts += 1
      const started = scriptedProcess((request) => {
        requests.push(request)
        return script(request)
      })
      current = started
      return started
    },
    write: (bytes) => void current?.stdout.write(bytes),
    end: () => current?.kill(),
    endWithOpenOutput: () => current?.exit(),
  }
}

interface ScriptedProcess extends HostProcess {
  readonly stdin: PassThrough
  readonly stdout: PassThrough
  kill(): void
  exit(): void
}

function scriptedProcess(script: ComScript): ScriptedProcess {
  const stdin = new PassThrough()
  const stdout = new PassThrough()
  const events = new EventEmitter()
  let running: Promise<unknown> = Promise.resolve()
  let hasEnded = false

  const end = (): void => {
    if (hasEnded) return
    hasEnded = true
    stdout.end(() => events.emit('close'))
  }
  const respond = async (id: number, request: ScriptedRequest): Promise<void> => {
    const result = await script(request)
    if (hasEnded) return
    for (const bytes of encodeComFrame(toFrame(id, result))) stdout.write(bytes)
  }
  const read = createComFrameReader((frame) => {
    running = Promise.all([running, respond(frame.id, toRequest(frame))])
  })
  stdin.on('data', read)
  stdin.on('end', () => void running.then(end))
  const exit = (): void => {
    stdout.once('close', () => events.emit('close'))
    events.emit('exit')
  }
  return Object.assign(events, { stdin, stdout, kill: end, exit })
}

const words: readonly ComWord[] = ['new', 'call', 'prefs', 'drop', 'look', 'seal', 'open']

/** Reads a request, with a method's arguments as texts and numbers. */
export function toRequest({ word, parts }: ComFrame): ScriptedRequest {
  const known = words.find((each) => each === word)
  if (known === undefined) throw new Error(`The host does not know the word ${word}.`)
  const isMethod = known === 'call' || known === 'prefs'
  return { word: known, args: parts.map((part, index) => (isMethod && index > 0 ? toArgument(part) : part)) }
}

function toArgument(part: string): string | number {
  return part.startsWith('i') ? Number(part.slice(1)) : part.slice(1)
}

/** Returns a result's frame. */
export function toFrame(id: number, result: ComResult): ComFrame {
  if (result.ok) return { id, word: 'ok', parts: [result.text] }
  const hresult = `0x${result.hresult.toString(16).toUpperCase().padStart(8, '0')}`
  return { id, word: 'failed', parts: [hresult, result.text] }
}
