import type { PortalRouter } from '@bridge/server'
import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { afterEach, expect, it } from 'vitest'
import { proofLink, withoutDialog } from './proof-link.ts'
import { registerProofDialog } from './proof-requests.ts'

let end: () => void = () => undefined
afterEach(() => end())

const missing = {
  error: {
    code: -32_003,
    message: 'Confirm it.',
    data: { code: 'FORBIDDEN', httpStatus: 403, problem: { code: 'proof_required', message: '', fields: {} } },
  },
}

/** Creates a client of a service that lacks the proof until the dialog was shown. */
function setup(isConfirmed: boolean) {
  const seen = { calls: 0, asked: 0 }
  let isProven = false
  end = registerProofDialog((resolve) => {
    seen.asked += 1
    isProven = isConfirmed
    resolve(isConfirmed)
  })
  const client = createTRPCClient<PortalRouter>({
    links: [
      proofLink,
      () => () =>
        observable((observer) => {
          seen.calls += 1
          if (!isProven) return observer.error(TRPCClientError.from(missing as never))
          observer.next({ result: { data: undefined } })
          observer.complete()
        }),
    ],
  })
  return { client, seen }
}

it('runs a procedure again once the user has confirmed that it is them', async () => {
  const { client, seen } = setup(true)
  await client.proof.require.mutate()
  expect(seen).toEqual({ calls: 2, asked: 1 })
})

it('rejects when the user closes the dialog, and on a page without it', async () => {
  const { client, seen } = setup(false)
  await expect(client.proof.require.mutate()).rejects.toThrow('Confirm it.')
  end()
  await expect(client.proof.require.mutate()).rejects.toThrow('Confirm it.')
  expect(seen).toEqual({ calls: 2, asked: 1 })
})

it('leaves a missing proof to a caller that shows it', async () => {
  const { client, seen } = setup(true)
  await expect(client.proof.require.mutate(undefined, withoutDialog)).rejects.toThrow('Confirm it.')
  expect(seen).toEqual({ calls: 1, asked: 0 })
})
