'use client'

import type { DemoCall } from '@bridge/control-plane/portal/demo-queries'
import { Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { StatusBadge } from '../../components/status-badge.tsx'
import { describeError } from '../../lib/describe-error.ts'
import classes from './demo-panel.module.css'

interface DemoPanelProps {
  readonly queries: readonly string[]
  readonly first: DemoCall
}

/** Runs a query in a sandbox and shows its two sides. */
export function DemoPanel({ queries, first }: DemoPanelProps) {
  const [call, setCall] = useState(first)
  const [query, setQuery] = useState(first.query)
  const [error, setError] = useState<string>()
  const [isPending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    setError(undefined)
    try {
      setCall(await fetchDemoCall(query))
    } catch (thrown) {
      setError(describeError(thrown).message)
    } finally {
      setPending(false)
    }
  }
  return (
    <section className={classes.panel} aria-label="A call in the sandbox">
      <div className={classes.bar}>
        <NativeSelect
          aria-label="Query"
          className={classes.query}
          classNames={{ input: classes.input ?? '' }}
          data={[...queries]}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Button onClick={() => void run()} loading={isPending}>
          Run
        </Button>
      </div>
      <div className={classes.status} role="status">
        {error === undefined ? (
          <StatusBadge tone="success">{`HTTP 200 in ${call.durationMs} ms, from an emulated company file`}</StatusBadge>
        ) : (
          <StatusBadge tone="danger">{error}</StatusBadge>
        )}
      </div>
      <div className={classes.sides}>
        <Side title="You receive: JSON" text={call.json} />
        <Side title="QuickBooks Desktop speaks: qbXML" text={`${call.requestXml}\n\n${call.responseXml}`} />
      </div>
    </section>
  )
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <Group className={classes.side} gap={0} align="stretch">
      <h2 className={classes.title}>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls */}
      <section className={classes.code} tabIndex={0} aria-label={title}>
        <pre className={classes.text}>{text}</pre>
      </section>
    </Group>
  )
}

async function fetchDemoCall(query: string): Promise<DemoCall> {
  const response = await fetch(`/trpc/demoCall?input=${encodeURIComponent(JSON.stringify({ query }))}`)
  const body = (await response.json()) as { result?: { data: DemoCall }; error?: { message: string } }
  if (!body.result) throw new Error(body.error?.message ?? `The service returned HTTP ${response.status}. Try again.`)
  return body.result.data
}
