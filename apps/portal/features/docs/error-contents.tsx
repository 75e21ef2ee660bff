import { Anchor, Box, Card, Group, Stack, Text } from '@mantine/core'
import type { ErrorSection } from './error-catalogue.ts'

/** Every code by its section, each a link to its entry. */
export function ErrorContents({ sections }: { sections: readonly ErrorSection[] }) {
  return (
    <Card withBorder component="nav" aria-label="Codes">
      <Stack gap="md">
        {sections.map(({ title, anchor, errors }) => (
          <Box key={anchor}>
            <Text size="sm" fw={600} mb={6}>
              {title}
            </Text>
            <Group gap="6px 14px">
              {errors.map((error) => (
                <Anchor
                  key={error.anchor}
                  href={`#${error.anchor}`}
                  size="sm"
                  ff="monospace"
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {error.code}
                </Anchor>
              ))}
            </Group>
          </Box>
        ))}
      </Stack>
    </Card>
  )
}
