'use client'

import { Button, Code, Group, Stack, Tabs, TabsList, TabsPanel, TabsTab, Text } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import { FailedState } from './failed-state.tsx'
import { type Failure, readFailure } from './read-failure.ts'
import classes from './secret-test.module.css'
import { StatusBadge } from './status-badge.tsx'
import { TextLink } from './text-link.tsx'

/** A GET request with a new secret. */
export interface SecretTestRequest {
  /** Names the request: `List your organizations`. */
  readonly label: string
  /** A path on this service. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The same request for the terminal. */
  readonly curl: string
  /** The same request with client libraries. */
  readonly snippets?: readonly { readonly title: string; readonly code: string }[]
}

type Outcome = { readonly success: string } | { readonly failure: Failure } | { readonly error: unknown }

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
        <div aria-live="polite">
          {outcome && 'success' in outcome && <StatusBadge tone="success">{outcome.success}</StatusBadge>}
        </div>
      </Group>
      {outcome && 'failure' in outcome && (
        <>
          <FailedState
            error={outcome.failure}
            title={outcome.failure.title}
            requestId={outcome.failure.requestId}
            retry={() => void run()}
          />
          {outcome.failure.help && <TextLink href={outcome.failure.help}>What this error means</TextLink>}
        </>
      )}
      {outcome && 'error' in outcome && (
        <FailedState error={outcome.error} title="The request was not sent" retry={() => void run()} />
      )}
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
    if (!response.ok) return { failure: await readFailure(response) }
    return { success: `HTTP ${response.status} in ${Math.round(performance.now() - startedAt)} ms` }
  } catch (error) {
    return { error }
  }
}
