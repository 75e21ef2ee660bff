import { Card, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconArrowsExchange, IconFlask, IconShieldCheck } from '@tabler/icons-react'
import { CodeBlock } from '../../components/code-block.tsx'
import { LinkButton } from '../../components/link-button.tsx'

const points = [
  {
    icon: IconArrowsExchange,
    title: 'Change the base URL, keep the code',
    text: 'The same paths, JSON shapes and OAuth 2.0 flow as the QuickBooks Online v3 API. Client libraries such as node-quickbooks and intuit-oauth work unmodified.',
  },
  {
    icon: IconShieldCheck,
    title: 'No silent differences',
    text: 'A request that QuickBooks Desktop can’t fulfill returns a fault with a stable code, causes and fixes. A write that may have been posted is never sent twice.',
  },
  {
    icon: IconFlask,
    title: 'A sandbox in every organization',
    text: 'A simulated company file with a sample company. You don’t need a Windows computer to get started.',
  },
] as const

const example = `curl "$BASE_URL/v3/company/$REALM_ID/query?query=SELECT%20*%20FROM%20Customer" \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H "Accept: application/json"`

/** Introduces the service to visitors who are not signed in. */
export function Welcome() {
  return (
    <Stack gap={56}>
      <Stack gap="lg" maw={720}>
        <Title order={1} fz={{ base: 32, sm: 44 }} lh={1.15}>
          Call QuickBooks Desktop through the QuickBooks Online API
        </Title>
        <Text size="lg" c="dimmed">
          Point your QuickBooks Online integration to a different URL, and it works with a company file in QuickBooks
          Desktop.
        </Text>
        <Group>
          <LinkButton href="/sign-in" size="md">
            Sign in
          </LinkButton>
          <LinkButton href="/docs" size="md" variant="default">
            Read the documentation
          </LinkButton>
        </Group>
      </Stack>
      <CodeBlock code={example} language="bash" label="Query example" />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {points.map(({ icon: Icon, title, text }) => (
          <Card key={title} withBorder padding="lg">
            <ThemeIcon size={40} variant="light" mb="md" aria-hidden>
              <Icon size={22} stroke={1.7} />
            </ThemeIcon>
            <Title order={2} size="h4" mb={6}>
              {title}
            </Title>
            <Text c="dimmed" size="sm">
              {text}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
