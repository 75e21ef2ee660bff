'use client'

import { Button, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { findLinkPath } from './find-link-path.ts'
import classes from './sent-a-link.module.css'

/** Leads people on who were sent a link, such as the bookkeeper at the PC. */
export function SentALink() {
  const [error, setError] = useState<string>()
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const link = findLinkPath(String(new FormData(event.currentTarget).get('link') ?? ''), location.origin)
    if (link.kind === 'here') location.assign(link.path)
    else setError(problems[link.kind])
  }
  return (
    <section aria-labelledby="link" className={classes.section}>
      <div className={classes.words}>
        <Title order={2} size="h3" id="link" tabIndex={-1}>
          I was sent a link
        </Title>
        <Text c="dimmed">
          Open it on the PC where QuickBooks Desktop runs. The page leads you through each step, takes about five
          minutes, and needs no account.
        </Text>
        <Text c="dimmed">Links work for 7 days. If yours has expired, ask the sender for a new one.</Text>
      </div>
      <form onSubmit={open} className={classes.form} noValidate>
        <TextInput
          name="link"
          label="Paste the link"
          autoComplete="off"
          spellCheck={false}
          maxLength={4000}
          error={error}
          onChange={() => setError(undefined)}
          className={classes.field}
        />
        <Button type="submit" variant="default">
          Open
        </Button>
      </form>
    </section>
  )
}

const problems = {
  elsewhere: 'This link belongs to another service. Paste it into your browser’s address bar instead.',
  unknown: 'This isn’t a link from this service. Copy the whole link from your email, then paste it here.',
} as const
