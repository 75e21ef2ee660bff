import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

/** Shown while a page loads. */
export function PageSkeleton() {
  return (
    <Stack gap="lg" aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <Skeleton height={34} width={260} />
      <Skeleton height={18} width="60%" />
      <Skeleton height={220} mt="md" />
    </Stack>
  )
}
