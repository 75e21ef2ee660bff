import { Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A titled section in a request's details. */
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
