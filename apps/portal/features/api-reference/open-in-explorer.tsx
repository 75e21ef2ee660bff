'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { explorerLink } from '../../lib/explorer-link.ts'
import { useTRPC } from '../../lib/trpc.ts'
import classes from './api-reference.module.css'

/** A request to a company file, with variables for record IDs. */
export interface ExplorerSample {
  readonly entity: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: string
}

interface OpenInExplorerProps {
  readonly slug: string
  readonly realmId: RealmId
  readonly sample: ExplorerSample
  /** `create`, `update` or `default`. */
  readonly name: string
}

/** Opens a sample in the Explorer. Record IDs come from the reader's sandbox. */
export function OpenInExplorer({ slug, realmId, sample, name }: OpenInExplorerProps) {
  const { entity, ...call } = sample
  const isComplete = !/\$[A-Z]|%24[A-Z]/.test(call.path + call.query + call.body)
  if (!isComplete && /^[A-Z]/.test(entity)) {
    return <OpenWithRecord slug={slug} realmId={realmId} entity={entity} operation={operations[name] ?? 'read'} />
  }
  return (
    <Link className={classes.action} href={explorerLink(slug, { realmId, ...call })} prefetch={false}>
      Open in the Explorer
    </Link>
  )
}

const operations: Readonly<Record<string, 'create' | 'update'>> = { create: 'create', update: 'update' }

interface OpenWithRecordProps {
  readonly slug: string
  readonly realmId: RealmId
  readonly entity: string
  readonly operation: 'read' | 'create' | 'update'
}

/** Looks up the records for a sample, which counts as one sandbox call. */
function OpenWithRecord({ slug, realmId, entity, operation }: OpenWithRecordProps) {
  const router = useRouter()
  const sample = useMutation(
    useTRPC().explorer.sample.mutationOptions({
      onSuccess: ({ missing: _, body, ...call }) =>
        router.push(explorerLink(slug, { realmId, ...call, body: body ?? '' })),
    }),
  )
  return (
    <>
      <button
        type="button"
        className={classes.action}
        onClick={() => sample.mutate({ realmId, entity, operation })}
        aria-busy={sample.isPending}
      >
        Open in the Explorer
      </button>
      {sample.isError && <span role="alert">{sample.error.message}</span>}
    </>
  )
}
