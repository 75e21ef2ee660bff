import { Group, Text } from '@mantine/core'
import { PageLink } from '../lib/page-link.tsx'
import classes from './brand.module.css'

/** Links the logo and name to the home page. `compact` hides the name on narrow screens. */
export function Brand({ compact = false }: { compact?: boolean }) {
  return (
    <PageLink href="/" className={classes.link} aria-label="Bridge Service home">
      <Group gap={10} wrap="nowrap">
        <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true" className={classes.sign}>
          <rect width="32" height="32" rx="8" fill="currentColor" />
          <path d="M4 21h24M9 21v-7m14 7v-7M4 17c4 0 5-6 5-6s2.5 6 7 6 7-6 7-6 1 6 5 6" className={classes.line} />
        </svg>
        <Text className={classes.name} mod={{ compact }}>
          Bridge Service
        </Text>
      </Group>
    </PageLink>
  )
}
