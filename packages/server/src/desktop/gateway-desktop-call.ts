import {
  defaultProtocolLimits,
  type ExchangeCall,
  type ExchangeOutcome,
  encodeFrame,
  exchangePath,
  parseExchangeOutcome,
} from '@bridge/agent-protocol'
import { Pool } from 'undici'

/** What a gateway said, or that it could not be reached (nothing was sent) or was lost after it took the call. */
export type CallResult =
  | { readonly reached: true; readonly outcome: ExchangeOutcome; readonly payload: Uint8Array }
  | { readonly reached: false; readonly outcome?: undefined }
  | {
      readonly reached: true
      readonly outcome: undefined
      readonly why: 'timeout' | 'connection'
      readonly error: unknown
    }

// How much longer than the caller's budget a silent gateway is waited for: its own clock decides first.
const graceMs = 1_000
const connectMs = 3_000

const unreachable = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Calls gateways over kept-alive connections, one pool a gateway. */
export const createGatewayCaller = (machineSecret: string, timeoutMs: number) => {
  const pools = new Map<string, Pool>()
  const headers = { authorization: `Bearer ${machineSecret}`, 'content-type': 'application/octet-stream' }

  const poolOf = (gatewayUrl: string): Pool => {
    const known = pools.get(gatewayUrl)
    if (known !== undefined) return known
    const pool = new Pool(gatewayUrl, {
      pipelining: 1,
      keepAliveTimeout: 30_000,
      connect: { timeout: connectMs },
      headersTimeout: timeoutMs + graceMs,
      bodyTimeout: timeoutMs + graceMs,
    })
    pools.set(gatewayUrl, pool)
    return pool
  }

  /** One request and its whole answer, without the stream that undici would put between: the hot path has no use for it. */
  const post = (pool: Pool, body: Uint8Array): Promise<{ statusCode: number; bytes: Uint8Array }> =>
    new Promise((resolve, reject) => {
      let statusCode = 0
      const chunks: Buffer[] = []
      pool.dispatch(
        { method: 'POST', path: exchangePath, headers, body },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_controller, status) => {
            statusCode = status
          },
          onResponseData: (_controller, chunk) => {
            chunks.push(chunk)
          },
          onResponseEnd: () => {
            const [first] = chunks
            resolve({ statusCode, bytes: chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks) })
          },
          onResponseError: (_controller, error) => reject(error),
        },
      )
    })

  return {
    call: async (gatewayUrl: string, call: ExchangeCall, payload: Uint8Array): Promise<CallResult> => {
      try {
        const { statusCode, bytes } = await post(poolOf(gatewayUrl), encodeFrame(call, payload))
        const answer = statusCode === 200 ? parseExchangeOutcome(bytes, defaultProtocolLimits) : undefined
        if (answer !== undefined) return { reached: true, outcome: answer.header, payload: answer.payload }
        throw new Error(`The gateway answered ${statusCode} and no outcome; compare the machine secrets and versions.`)
      } catch (error) {
        const code = codeOf(error)
        if (unreachable.has(code)) return { reached: false }
        const why = code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' ? 'timeout' : 'connection'
        return { reached: true, outcome: undefined, why, error }
      }
    },

    close: async (): Promise<void> => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}
