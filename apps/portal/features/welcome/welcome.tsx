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
    text: 'What QuickBooks Desktop cannot do comes back as a fault with a stable code, its causes and what to do. A write that may have been posted is never posted again.',
  },
  {
    icon: IconFlask,
    title: 'A sandbox in every organization',
    text: 'A company file that answers as the desktop does, with a sample company in it. No Windows machine needed to begin.',
  },
] as const

const example = `curl "$BASE_URL/v3/company/$REALM_ID/query?query=SELECT%20*%20FROM%20Customer" \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H "Accept: application/json"`

/** What the service is, for someone who is not signed in. */
export function Welcome() {
  return (
    <Stack gap={56}>
      <Stack gap="lg" maw={720}>
        <Title order={1} fz={{ base: 32, sm: 44 }} lh={1.15}>
          Call QuickBooks Desktop through the QuickBooks Online API
        </Title>
        <Text size="lg" c="dimmed">
          An integration written for QuickBooks Online points at another address and works with the company file on a
          Windows desktop.
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
      <CodeBlock code={example} language="bash" label="A query against a company file" />
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

/** The way in, for the page's header. */
export function WelcomeActions() {
  return (
    <LinkButton href="/sign-in" variant="default" size="sm">
      Sign in
    </LinkButton>
  )
}
