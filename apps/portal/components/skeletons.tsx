import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

/** Replaces a table with 36-pixel rows while it loads. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Loading>
      <Stack gap={0}>
        {Array.from({ length: rows + 1 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
          <Skeleton key={row} height={20} my={8} radius="sm" />
        ))}
      </Stack>
    </Loading>
  )
}

/** Replaces a page's title and description. */
export function HeaderSkeleton() {
  return (
    <Stack gap={8} mb="lg">
      <Skeleton height={26} width={220} radius="sm" />
      <Skeleton height={20} width="min(70%, 480px)" radius="sm" />
    </Stack>
  )
}

/** Replaces a card, chart or form. */
export function BlockSkeleton({ height = 160 }: { height?: number }) {
  return (
    <Loading>
      <Skeleton height={height} radius="lg" />
    </Loading>
  )
}

/** Replaces a page with a table. */
export function TablePageSkeleton() {
  return (
    <>
      <HeaderSkeleton />
      <TableSkeleton />
    </>
  )
}

function Loading({ children }: { children: ReactNode }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {children}
    </div>
  )
}
