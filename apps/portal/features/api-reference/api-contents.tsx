import { Box, Card, Code, Group, Stack, Text, Title } from '@mantine/core'
import { TextLink } from '../../components/text-link.tsx'
import type { ApiSurface } from './api-catalogue.ts'
import classes from './api-contents.module.css'

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
      <Stack gap="md">
        {surface.tags.map(({ title, href, calls }) => (
          <Card key={href} withBorder>
            <Title order={3} size="h5" mb="xs">
              <TextLink href={href}>{title}</TextLink>
            </Title>
            <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
              {calls.map(({ method, path, operation }) => (
                <Group component="li" key={operation.operationId} gap="2px 12px" align="baseline">
                  <Box className={classes.call}>
                    <TextLink
                      href={`${href}#${operation.operationId}`}
                      aria-label={`${method} ${path}`}
                      underline="never"
                    >
                      <Code>
                        {method} {path}
                      </Code>
                    </TextLink>
                  </Box>
                  <Text size="sm" c="dimmed" className={classes.text}>
                    {operation.summary}
                  </Text>
                </Group>
              ))}
            </Stack>
          </Card>
        ))}
      </Stack>
    </section>
  )
}
