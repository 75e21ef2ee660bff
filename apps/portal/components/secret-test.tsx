'use client'

import { Button, Code, Group, Stack, Tabs, TabsList, TabsPanel, TabsTab, Text } from '@mantine/core'
import { useState } from 'react'
import { describeError } from '../lib/describe-error.ts'
import { CopyButton } from './copy-button.tsx'
import classes from './secret-test.module.css'
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
  /** The same request with client libraries. */
  readonly snippets?: readonly { readonly title: string; readonly code: string }[]
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
      <Examples examples={[{ title: 'curl', code: sample.curl }, ...(sample.snippets ?? [])]} />
      <Group gap="sm">
        <Button variant="default" size="xs" loading={isPending} onClick={() => void run()}>
          Run it here
        </Button>
        <div aria-live="polite">{outcome && <StatusBadge tone={outcome.tone}>{outcome.text}</StatusBadge>}</div>
      </Group>
    </Stack>
  )
}

function Examples({ examples }: { examples: readonly { readonly title: string; readonly code: string }[] }) {
  return (
    <Tabs defaultValue={examples[0]?.title ?? null} keepMounted={false}>
      <TabsList aria-label="Examples">
        {examples.map(({ title }) => (
          <TabsTab key={title} value={title}>
            {title}
          </TabsTab>
        ))}
      </TabsList>
      {examples.map(({ title, code }) => (
        <TabsPanel key={title} value={title} pt="xs">
          <Stack gap="xs" align="flex-start">
            <Code
              block
              fz="xs"
              w="100%"
              mah={220}
              className={classes.code}
              tabIndex={0}
              aria-label={`${title} example`}
            >
              {code}
            </Code>
            <CopyButton value={code} label={`${title} example`} />
          </Stack>
        </TabsPanel>
      ))}
    </Tabs>
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
