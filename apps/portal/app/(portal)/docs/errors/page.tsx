import { Box, Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { PageHeader } from '../../../../components/page-header.tsx'
import { Prose } from '../../../../components/prose.tsx'
import { errorCatalogue } from '../../../../features/docs/error-catalogue.ts'
import { ErrorContents } from '../../../../features/docs/error-contents.tsx'
import { ErrorEntry } from '../../../../features/docs/error-entry.tsx'

export const metadata: Metadata = { title: 'Errors' }

export default function ErrorsPage() {
  return (
    <>
      <PageHeader
        title="Errors"
        description="Every error code with its causes and fixes. Each fault links to its entry here."
      />
      <Stack gap={48}>
        <ErrorContents sections={errorCatalogue} />
        {errorCatalogue.map(({ title, anchor, text, errors }) => (
          <Box component="section" key={anchor} aria-labelledby={anchor}>
            <Title order={2} size="h3" id={anchor} mb={4}>
              {title}
            </Title>
            <Text c="dimmed" mb="md" maw={680}>
              <Prose>{text}</Prose>
            </Text>
            <Stack gap="md">
              {errors.map((error) => (
                <ErrorEntry key={error.anchor} error={error} />
              ))}
            </Stack>
          </Box>
        ))}
      </Stack>
    </>
  )
}
