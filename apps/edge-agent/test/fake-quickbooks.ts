import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Company } from '@bridge/emulator'
import { createComFrameReader, encodeComFrame } from '../src/quickbooks/com-frames.ts'
import type { ComResult } from '../src/quickbooks/com-host.ts'
import type { FakeSubscriptions } from './fake-subscriptions.ts'
import { toFrame, toRequest } from './scripted-com-host.ts'
import { findSessionFailure } from './session-failures.ts'

export interface FakeCall {
  readonly method: string
  readonly args: readonly (string | number)[]
}

/** A call's result, or the request processor's process ending inside it. */
export type FakeResult = ComResult | 'crash'

/**
 * Returns a request processor call's result, or a promise that may stay pending.
 *
 * @param program the Windows path of the program in whose process the request processor runs
 */
export type FakeScript = (call: FakeCall, program?: string) => FakeResult | Promise<FakeResult>

export interface FakeQuickBooks {
  readonly port: number
  /** The calls so far. */
  readonly calls: FakeCall[]
  /** Decides later calls' results. */
  script(script: FakeScript): void
  /** Resolves when the next stand-in connects: QuickBooks in a separate process does when it can be called. */
  connected(): Promise<void>
  close(): Promise<void>
}

/** Starts the part of a stand-in for QuickBooks running in the test: it receives every call over TCP. */
export async function startFakeQuickBooks(): Promise<FakeQuickBooks> {
  const calls: FakeCall[] = []
  const sockets = new Set<Socket>()
  let current: FakeScript = () => ({ ok: true, text: '' })
  // A frame is several writes; the second would wait for the first one's acknowledgment.
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A killed stand-in resets its connection.
    socket.on('error', () => undefined)
    let program: string | undefined
    const respond = async (id: number, call: FakeCall): Promise<void> => {
      const result = await current(call, program)
      const frame = result === 'crash' ? { id, word: 'crash', parts: [''] } : toFrame(id, result)
      for (const bytes of encodeComFrame(frame)) socket.write(bytes)
    }
    const read = createComFrameReader((frame) => {
      if (frame.word === 'program') {
        program = frame.parts[0]
        return
      }
      const [method = '', ...args] = toRequest(frame).args
      const call = { method: String(method), args }
      calls.push(call)
      void respond(frame.id, call)
    })
    socket.on('data', read)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    calls,
    script: (script) => {
      current = script
    },
    connected: async () => {
      await once(server, 'connection')
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const invalidTicket: ComResult = { ok: false, hresult: 0x8004040d, text: 'The ticket is invalid.' }

/**
 * Returns a script serving an emulated company file in sessions, as QuickBooks does. The emulator's switches
 * decide which sessions fail.
 */
export function serveCompany(company: Company, companyFile: string, subscriptions?: FakeSubscriptions): FakeScript {
  const tickets = new Set<string | number | undefined>()
  let sessions = 0
  const methods: Record<string, FakeScript> = {
    BeginSession: ({ args: [path = ''] }) => {
      const failure = String(path).includes('/') ? 0x80040408 : findSessionFailure(company.switches)
      if (failure !== undefined) return { ok: false, hresult: failure, text: '' }
      sessions += 1
      tickets.add(`ticket-${sessions}`)
      return { ok: true, text: `ticket-${sessions}` }
    },
    GetIsReadOnly: () => ({ ok: true, text: '0' }),
    QBXMLVersionsForSession: () => ({ ok: true, text: '1.0\n8.0\n12.0\n13.0\nCA3.0' }),
    GetCurrentCompanyFileName: () => ({ ok: true, text: companyFile }),
    ProcessRequest: async ({ args: [, messageSet] }) => {
      const outcome = await company.exchange(String(messageSet))
      if (outcome.sent && !outcome.lost) return { ok: true, text: outcome.response }
      const error = 'error' in outcome ? outcome.error : undefined
      if (error !== undefined) return { ok: false, hresult: Number(error.hresult), text: error.message }
      if (outcome.sent) return { ok: false, hresult: 0x800706be, text: '' }
      throw new Error('The emulator refused the message set.')
    },
    ProcessSubscription: ({ args: [request] }) => ({ ok: true, text: subscriptions?.process(String(request)) ?? '' }),
    EndSession: ({ args: [ticket] }) => {
      tickets.delete(ticket)
      company.endSession()
      return { ok: true, text: '' }
    },
  }
  const needTicket = ['GetCurrentCompanyFileName', 'ProcessRequest', 'EndSession']
  return (call) => {
    if (needTicket.includes(call.method) && !tickets.has(call.args[0])) return invalidTicket
    return methods[call.method]?.(call) ?? { ok: true, text: '' }
  }
}
