import type { Company } from '@bridge/emulator'
import type { ComHost, ComResult, ComWord } from '../src/quickbooks/com-host.ts'
import { FakeSubscriptions } from './fake-subscriptions.ts'
import { findSessionFailure } from './session-failures.ts'

interface ScriptedQuickBooksOptions {
  readonly company: Company
  /** The open company file's path. */
  readonly path?: string | undefined
  /** The bitness for which the request processor is installed; without it, it is not installed. */
  readonly bits?: 32 | 64 | 'both' | undefined
}

type Reply = ComResult | Promise<ComResult>
type Args = readonly (string | number)[]

/** QuickBooks on a PC a test controls, whose company file is the emulator's, seen through a COM host. */
export interface ScriptedQuickBooks {
  readonly startHost: (bits: 32 | 64) => ComHost
  /** The words and methods of all requests except `look`: `new`, `BeginSession`, … */
  readonly calls: string[]
  /** The path in each `BeginSession`; empty for the open file. */
  readonly begun: string[]
  /** Replaces the next reply to a word or method; an earlier replacement comes first. */
  once(name: string, reply: (args: Args) => Reply): void
  /** The HRESULT with which every session fails to begin from now on. */
  beginFailure: number | undefined
  /** The same for the class of one bitness. */
  beginFailureOf: { readonly bits: 32 | 64; readonly hresult: number } | undefined
  /** The open company file's path, and what `look` finds. */
  path: string
  look: string
  /** How many hosts were started and killed. */
  readonly started: () => number
  readonly killed: () => number
  /** The message sets QuickBooks processed. */
  readonly messageSets: string[]
  readonly subscriptions: FakeSubscriptions
}

export const openLook =
  'host 64-bit session 1\nprocess 7 session 1 QBW.EXE\nwindow 7 main enabled MauiFrame Rock Castle'
export const closedLook = 'host 64-bit session 1'

export function ok(text = ''): ComResult {
  return { ok: true, text }
}

export function failed(hresult: number, text = 'Fehler'): ComResult {
  return { ok: false, hresult, text }
}

/** Starts QuickBooks with a company file open. The emulator's switches decide what its calls return. */
export function scriptedQuickBooks(options: ScriptedQuickBooksOptions): ScriptedQuickBooks {
  const { company, bits = 64 } = options
  const calls: string[] = []
  const messageSets: string[] = []
  const replies = new Map<string, ((args: Args) => Reply)[]>()
  let started = 0
  let killed = 0
  let tickets = 0
  let ticket: string | undefined

  const beginSession = (path: string): ComResult => {
    const failure = self.beginFailure ?? (path.includes('/') ? 0x80040408 : findSessionFailure(company.switches))
    if (failure !== undefined) return failed(failure)
    tickets += 1
    ticket = `ticket-${tickets}`
    return ok(ticket)
  }
  const processRequest = async (usedTicket: string, messageSet: string): Promise<ComResult> => {
    if (usedTicket !== ticket) return failed(0x8004040d)
    messageSets.push(messageSet)
    const outcome = await company.exchange(messageSet)
    if (outcome.sent) {
      return outcome.lost ? failed(Number(outcome.error?.hresult ?? 0x800706be)) : ok(outcome.response)
    }
    if (outcome.reason === 'unsupported' || outcome.reason === 'record-limit') return failed(0x80040402)
    return failed(Number(outcome.error?.hresult ?? 0x80040402))
  }
  const call = (method: string, args: Args): Reply => {
    switch (method) {
      case 'BeginSession':
        return beginSession(String(args[0]))
      case 'GetCurrentCompanyFileName':
        return ok(self.path)
      case 'ProcessRequest':
        return processRequest(String(args[0]), String(args[1]))
      case 'QBXMLVersionsForSession':
        return ok('1.0\r\n8.0\r\n12.0\r\nCA3.0')
      case 'ProcessSubscription':
        return ok(self.subscriptions.process(String(args[0])))
      case 'EndSession':
        ticket = undefined
        company.endSession()
        return ok()
      default:
        return ok()
    }
  }

  const startHost = (hostBits: 32 | 64): ComHost => {
    started += 1
    const pending = new Set<(result: ComResult) => void>()
    let end: () => void = () => undefined
    let hasEnded = false
    const ended = new Promise<void>((resolve) => {
      end = () => {
        hasEnded = true
        for (const fail of pending) fail(failed(0x800706be, 'The COM host ended.'))
        resolve()
      }
    })
    const reply = (word: ComWord, args: Args): Reply => {
      if (word === 'look') return replies.get('look')?.shift()?.(args) ?? ok(self.look)
      const name = word === 'call' || word === 'prefs' ? String(args[0]) : word
      calls.push(name)
      if (name === 'BeginSession') self.begun.push(String(args[1]))
      const scripted = replies.get(name)?.shift()
      const rest = word === 'call' || word === 'prefs' ? args.slice(1) : args
      if (scripted !== undefined) return scripted(rest)
      if (name === 'BeginSession' && self.beginFailureOf?.bits === hostBits) return failed(self.beginFailureOf.hresult)
      if (word === 'new') return bits === 'both' || hostBits === bits ? ok() : failed(0x80040154)
      return word === 'call' ? call(name, rest) : ok()
    }
    return {
      bits: hostBits,
      ended,
      request: (word, ...args) => {
        if (hasEnded) return Promise.resolve(failed(0x800706ba))
        return new Promise((resolve) => {
          pending.add(resolve)
          void Promise.resolve(reply(word, args)).then((result) => {
            pending.delete(resolve)
            resolve(result)
          })
        })
      },
      close: () => {
        end()
        return ended
      },
      kill: () => {
        killed += 1
        end()
      },
    }
  }

  const self: ScriptedQuickBooks = {
    startHost,
    calls,
    messageSets,
    subscriptions: new FakeSubscriptions(),
    begun: [],
    once: (name, reply) => void replies.set(name, [...(replies.get(name) ?? []), reply]),
    beginFailure: undefined,
    beginFailureOf: undefined,
    path: options.path ?? 'C:\\Books\\Rock Castle.qbw',
    look: openLook,
    started: () => started,
    killed: () => killed,
  }
  return self
}
