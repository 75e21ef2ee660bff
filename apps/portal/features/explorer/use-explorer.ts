'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { decodeExplorerCall, type ExplorerCall, encodeExplorerCall } from '../../lib/explorer-link.ts'
import { useTRPC, useTRPCClient } from '../../lib/trpc.ts'
import type { FoundMistake } from './code-editor-props.ts'
import { createDefaultDraft, type DraftCall, isWrite, toCall, toDraft } from './draft-call.ts'
import type { EntityOperation } from './entity-tables.ts'
import type { ReferencedRecord } from './json-completion.ts'
import { isLost } from './read-result.ts'
import { type Original, toReplayDraft } from './replay.ts'
import { useFailureOnce } from './use-failure-once.ts'

/** The address follows the draft this long after the last key. */
const addressDelayMs = 300
/** A longer text is checked by Send. */
const maxCheckedCharacters = 40_000
const maxRecords = 50

/** Holds the edited call, sends it, and keeps it in the address. */
export function useExplorer(defaultRealmId: RealmId, original: Original | undefined) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const [draft, setDraft] = useState<DraftCall>(() =>
    original ? toReplayDraft(original) : createDefaultDraft(defaultRealmId),
  )
  const [sent, setSent] = useState<{ readonly call: ExplorerCall; readonly isWrite: boolean }>()
  const [missing, setMissing] = useState<readonly string[]>([])
  const access = useQuery(trpc.explorer.access.queryOptions({ realmId: draft.realmId }))
  const failure = useFailureOnce(draft.realmId)
  useAddress(draft, setDraft)

  const send = useMutation({
    mutationFn: async (call: ExplorerCall) => {
      const restore = await failure.arm()
      try {
        return await client.explorer.send.mutate({ ...toInput(call), ...(original && { isReplay: true }) })
      } finally {
        await restore()
        void access.refetch()
      }
    },
  })
  const sendCall = (call: ExplorerCall, write: boolean) => {
    if (send.isPending) return
    // The response may lead to the sign-in page, which returns to this address.
    writeAddress(draft)
    setSent({ call, isWrite: write })
    send.mutate(call)
  }

  const sample = useMutation({
    mutationFn: (wanted: { readonly realmId: RealmId; readonly entity: string; readonly operation: EntityOperation }) =>
      client.explorer.sample.mutate(wanted),
    onSuccess: ({ missing: lacking, ...call }, { realmId }) => {
      setDraft(toDraft({ ...call, realmId, body: call.body ?? '' }))
      setMissing(lacking)
    },
  })

  const check = useCheck(client, draft)
  const loadRecords = useMemo(() => createRecordLoader(client, draft.realmId), [client, draft.realmId])

  return {
    draft,
    change: (change: Partial<DraftCall>) => setDraft((current) => ({ ...current, ...change })),
    choose: (realmId: RealmId, entity: string, operation: EntityOperation) => {
      setDraft((current) => ({ ...current, realmId }))
      sample.mutate({ realmId, entity, operation })
    },
    chooseFile: (realmId: RealmId) => {
      setMissing([])
      setDraft(createDefaultDraft(realmId))
    },
    access,
    sample,
    missing,
    failure,
    check,
    loadRecords,
    sent,
    result: send.data,
    error: send.error,
    isSending: send.isPending,
    /** Sends the draft; a write with a new request ID. */
    send: () => sendCall(toCall(draft, crypto.randomUUID()), isWrite(draft)),
    /** Sends the same request again, with its request ID. */
    sendAgain: () => {
      if (sent) sendCall(sent.call, sent.isWrite)
    },
    isRepeatNeeded: sent?.isWrite === true && send.data !== undefined && isLost(send.data),
  }
}

function toInput({ realmId, method, path, query, body }: ExplorerCall) {
  return { realmId, method: method === 'POST' ? 'POST' : 'GET', path, query, body: body === '' ? null : body } as const
}

/** Returns a function to find the mistakes in the draft with another text. */
function useCheck(client: ReturnType<typeof useTRPCClient>, draft: DraftCall) {
  return useCallback(
    async (text: string): Promise<readonly FoundMistake[]> => {
      if (text.length > maxCheckedCharacters) return []
      try {
        return await client.explorer.check.mutate(toInput(toCall({ ...draft, text })))
      } catch {
        return []
      }
    },
    [client, draft],
  )
}

/** Reads the call in the address once, and when it changes, and writes the draft back to it. */
function useAddress(draft: DraftCall, setDraft: (draft: DraftCall) => void) {
  const isRead = useRef(false)
  useEffect(() => {
    const read = () => {
      const call = decodeExplorerCall(window.location.hash)
      if (call) setDraft(toDraft(call))
    }
    read()
    isRead.current = true
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [setDraft])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (isRead.current) writeAddress(draft)
    }, addressDelayMs)
    return () => clearTimeout(timer)
  }, [draft])
}

function writeAddress(draft: DraftCall): void {
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', `${pathname}${search}#${encodeExplorerCall(toCall(draft))}`)
}

/** Creates a function to load the records for references, once per entity. */
function createRecordLoader(client: ReturnType<typeof useTRPCClient>, realmId: RealmId) {
  const loaded = new Map<string, Promise<readonly ReferencedRecord[]>>()
  const load = async (entity: string) => {
    const query = `query=${encodeURIComponent(`select * from ${entity} maxresults ${maxRecords}`)}`
    const { body } = await client.explorer.send.mutate({ realmId, method: 'GET', path: '/query', query, body: null })
    const rows = (JSON.parse(body).QueryResponse?.[entity] ?? []) as readonly Readonly<Record<string, string>>[]
    return rows.map(({ Id = '', DisplayName, FullyQualifiedName, Name }) => ({
      id: Id,
      name: DisplayName ?? FullyQualifiedName ?? Name ?? Id,
    }))
  }
  return (entity: string): Promise<readonly ReferencedRecord[]> => {
    const known = loaded.get(entity) ?? load(entity).catch(() => [])
    loaded.set(entity, known)
    return known
  }
}
