import { Box, Text, Title } from '@mantine/core'
import { TextLink } from '../../components/text-link.tsx'
import type { ApiSurface } from './api-catalogue.ts'
import classes from './api-contents.module.css'
import { OperationLinks } from './operation-links.tsx'

/** Links to a surface's endpoints, by tag. */
export function ApiContents({ surface }: { surface: ApiSurface }) {
  return (
    <section aria-labelledby={surface.anchor}>
      <Title order={2} size="h3" id={surface.anchor} mb={4}>
        {surface.title}
      </Title>
      <Text c="dimmed" mb="md" maw={680}>
        {surface.text}
      </Text>
      {surface.tags.map(({ title, href, calls }) => (
        <Box key={href} className={classes.tag}>
          <Title order={3} size="h5" mb="xs">
            <TextLink href={href}>{title}</TextLink>
          </Title>
          <OperationLinks
            href={href}
            operations={calls.map(({ method, path, operation: { operationId, summary } }) => ({
              id: operationId,
              address: `${method} ${path}`,
              summary,
            }))}
          />
        </Box>
      ))}
    </section>
  )
}
