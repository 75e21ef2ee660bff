'use client'

import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { describeError } from '../lib/describe-error.ts'
import { StatusBadge, type StatusTone } from './status-badge.tsx'

/** A GET request to this service that uses a new secret. */
export interface SecretTestRequest {
  /** Names the request: `List your organizations`. */
  readonly label: string
  /** A path of this service. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The same request for the terminal. */
  readonly curl: string
}

interface Outcome {
  readonly tone: StatusTone
  readonly text: string
}

/** Offers a request with the new secret, to run here or in a terminal. */
export function SecretTest({ sample }: { sample: SecretTestRequest }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const [isPending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    setOutcome(await sendRequest(sample))
    setPending(false)
  }
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {sample.label}
      </Text>
      <Code block fz="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {sample.curl}
      </Code>
      <Group gap="sm">
        <Button variant="default" size="xs" loading={isPending} onClick={() => void run()}>
          Run it here
        </Button>
        <div aria-live="polite">{outcome && <StatusBadge tone={outcome.tone}>{outcome.text}</StatusBadge>}</div>
      </Group>
    </Stack>
  )
}

async function sendRequest({ path, headers }: SecretTestRequest): Promise<Outcome> {
  const startedAt = performance.now()
  try {
    const response = await fetch(path, { headers, credentials: 'omit', cache: 'no-store' })
    const text = `HTTP ${response.status} in ${Math.round(performance.now() - startedAt)} ms`
    return { tone: response.ok ? 'success' : 'danger', text }
  } catch (error) {
    return { tone: 'danger', text: describeError(error).message }
  }
}
