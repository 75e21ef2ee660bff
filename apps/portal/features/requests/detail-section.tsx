import { Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A titled part of a request's details. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h4" mb={6}>
        {title}
      </Title>
      {children}
    </section>
  )
}
