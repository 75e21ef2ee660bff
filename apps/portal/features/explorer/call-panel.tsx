'use client'

import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FailedState } from '../../components/failed-state.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { ChooseCall, type ListedRealm } from './choose-call.tsx'
import { CodeEditor } from './code-editor.tsx'
import { ConfirmReplay } from './confirm-replay.tsx'
import { findEntityName, isQuery, isWrite } from './draft-call.ts'
import classes from './explorer.module.css'
import { describeEffect, type Original } from './replay.ts'
import type { useExplorer } from './use-explorer.ts'

interface CallPanelProps {
  readonly explorer: ReturnType<typeof useExplorer>
  readonly realms: readonly ListedRealm[]
  readonly hasMore: boolean
  /** The request that is replayed. */
  readonly original: Original | undefined
}

const longBody = 24_000
/** Puts descriptions below the fields, which keeps a line's fields aligned. */
const fieldOrder = ['label' as const, 'input' as const, 'description' as const, 'error' as const]

/** Edits the call and sends it. */
export function CallPanel({ explorer, realms, hasMore, original }: CallPanelProps) {
  const { draft, access, change, missing, sample } = explorer
  const query = isQuery(draft)
  const hasText = query || draft.method === 'POST'
  const mayWrite = access.data?.mayWrite === true
  const isRefused = isWrite(draft) && !mayWrite
  const isSandbox = access.data?.kind === 'sandbox'
  // The list is there first, so that a long name does not move the editor when access is known.
  const listed = realms.find(({ id }) => id === draft.realmId)
  const fileName = access.data?.name ?? listed?.name ?? draft.realmId
  const [isAsking, setAsking] = useState(false)
  const send = () => {
    if (isRefused || explorer.isSending) return
    if (original && isWrite(draft)) setAsking(true)
    else explorer.send()
  }
  return (
    <>
      <CallFields
        brief={`${query ? 'GET' : draft.method} ${draft.path}`}
        fileName={fileName}
        // A form that is needed first is open.
        isOpen={missing.length > 0}
      >
        <ChooseCall
          draft={draft}
          realms={realms}
          hasMore={hasMore}
          access={access.data}
          isLoading={sample.isPending}
          onChoose={explorer.choose}
          onChooseFile={explorer.chooseFile}
        />
        <SampleNotes explorer={explorer} />
        <CallAddress explorer={explorer} />
      </CallFields>
      {hasText && (
        <CodeEditor
          value={draft.text}
          onChange={(text) => change({ text })}
          language={query ? 'query' : 'json'}
          label={query ? 'Query' : 'Request body'}
          entity={findEntityName(draft)}
          check={explorer.check}
          loadRecords={explorer.loadRecords}
          onSend={send}
        />
      )}
      {draft.text.length > longBody && !query && (
        <Text size="xs" c="dimmed">
          This body is too long for the address. A link to this call leaves it out.
        </Text>
      )}
      <SendRow
        explorer={explorer}
        isReplay={original !== undefined}
        isRefused={isRefused}
        isSandbox={isSandbox}
        onSend={send}
      />
      {access.error && !access.data && (
        <FailedState
          error={access.error}
          title="This company file cannot be used"
          retry={() => void access.refetch()}
        />
      )}
      {original && (
        <ConfirmReplay
          opened={isAsking}
          onClose={() => setAsking(false)}
          effects={describeEffect(draft, original, fileName)}
          onConfirm={explorer.send}
        />
      )}
    </>
  )
}

/** Says why there is no sample, or what it lacks. */
function SampleNotes({ explorer: { sample, missing } }: Pick<CallPanelProps, 'explorer'>) {
  return (
    <>
      {sample.error && (
        <Text size="sm" role="alert">
          {`No sample could be created. ${sample.error.message} `}
          You can still edit the call.
        </Text>
      )}
      {missing.length > 0 && (
        <Text size="sm" role="status">
          {`This company file has no ${missing.map((what) => what.replace(/^an? /, '')).join(' and no ')}. Create what is missing first, or type an ID.`}
        </Text>
      )}
    </>
  )
}

interface SendRowProps extends Pick<CallPanelProps, 'explorer'> {
  readonly isReplay: boolean
  readonly isRefused: boolean
  readonly isSandbox: boolean
  readonly onSend: () => void
}

function SendRow({ explorer, isReplay, isRefused, isSandbox, onSend }: SendRowProps) {
  const { access } = explorer
  return (
    <Group gap="sm">
      {isRefused ? (
        access.data && !access.data.mayAllowWrites && <RoleNote needs="admin" to="send writes to this company file" />
      ) : (
        <Button onClick={onSend} loading={explorer.isSending} disabled={access.data === undefined}>
          {isReplay ? 'Replay' : 'Send'}
        </Button>
      )}
      {isSandbox && <MakeItFail explorer={explorer} />}
      <Text size="xs" c="dimmed" visibleFrom="sm">
        Ctrl Enter sends, Ctrl Space completes.
      </Text>
    </Group>
  )
}

interface CallFieldsProps {
  /** The call in one line, shown instead of the fields where there is no room. */
  readonly brief: string
  readonly fileName: string
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** Holds the fields above the editor. On a phone, they open with a button. */
function CallFields({ brief, fileName, isOpen, children }: CallFieldsProps) {
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <div className={classes.brief}>
        <span>
          {brief} · <bdi>{fileName}</bdi>
        </span>
        <Button variant="default" size="xs" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
          {isChanging ? 'Close' : 'Change'}
        </Button>
      </div>
      <div className={classes.fields} data-open={isChanging || isOpen || undefined}>
        {children}
      </div>
    </>
  )
}

function CallAddress({ explorer: { draft, change } }: Pick<CallPanelProps, 'explorer'>) {
  const query = isQuery(draft)
  return (
    <div className={classes.address}>
      <NativeSelect
        label="Method"
        data={['GET', 'POST']}
        value={query ? 'GET' : draft.method}
        disabled={query}
        onChange={(event) => change({ method: event.currentTarget.value })}
      />
      <TextInput
        label="Path"
        inputWrapperOrder={fieldOrder}
        description={`/v3/company/${draft.realmId}`}
        value={draft.path}
        spellCheck={false}
        onChange={(event) => change({ path: toPath(event.currentTarget.value) })}
      />
      <TextInput
        label="Parameters"
        inputWrapperOrder={fieldOrder}
        description={isWrite(draft) ? 'Send adds a new requestid' : 'Such as minorversion=75'}
        value={draft.query}
        spellCheck={false}
        onChange={(event) => change({ query: event.currentTarget.value.replace(/^\?|#/g, '') })}
      />
    </div>
  )
}

function MakeItFail({ explorer: { failure } }: Pick<CallPanelProps, 'explorer'>) {
  return (
    <NativeSelect
      aria-label="Make it fail"
      w={{ base: '100%', xs: 220 }}
      value={failure.armed ?? ''}
      data={[
        { value: '', label: 'Make it fail' },
        ...failure.faults.map(({ name, title }) => ({ value: name, label: title })),
      ]}
      onChange={({ currentTarget: { value } }) => failure.setArmed(value === '' ? null : value)}
    />
  )
}

function toPath(text: string): string {
  const path = text.replace(/[?#\\].*$/s, '')
  return path.startsWith('/') ? path : `/${path}`
}
